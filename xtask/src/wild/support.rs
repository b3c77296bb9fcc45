//! Compares gradients with differences, and measures them.

use retrograde::numbers::{Number, Visitor};
use retrograde::{Differentiable, One, TangentOf};
use std::borrow::Borrow;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Draws arguments: always the same for a number.
pub struct Draw {
    state: u64,
    scale: usize,
}

/// What can be drawn between two others.
pub trait Between {
    fn at(low: Self, high: Self, unit: f64) -> Self;
}

macro_rules! between {
    ($($number:ident)*) => {$(
        impl Between for $number {
            fn at(low: Self, high: Self, unit: f64) -> Self {
                (low as f64 + (high as f64 - low as f64) * unit) as $number
            }
        }
    )*};
}

between!(f64 f32 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl Draw {
    fn unit(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number of a range.
    pub fn between<T: Between>(&mut self, low: T, high: T) -> T {
        T::at(low, high, self.unit())
    }

    /// A float of some size.
    pub fn any<T: Between + From<f32>>(&mut self) -> T {
        let (low, high) = [(0.05, 0.95), (-3.0, 3.0), (0.5, 10.5), (-100.0, 100.0), (0.0, 1000.0)][self.scale % 5];
        self.between(T::from(low), T::from(high))
    }
}

fn visit<T: Differentiable>(value: &mut T, see: &mut dyn FnMut(Number) -> Number) {
    let places = value.zero_shadow();
    value.visit(places.borrow(), &mut Visitor::new(&mut |_, number| see(number)));
}

/// The numbers of a value.
fn numbers<T: Differentiable>(value: &mut T) -> Vec<Number> {
    let mut found = Vec::new();
    visit(value, &mut |number| {
        found.push(number);
        number
    });
    found
}

/// Adds the numbers of a gradient to a list.
pub fn flat<T: Differentiable>(value: &mut T, gradient: TangentOf<T, One>, flat: &mut Vec<f64>) {
    let places = value.shadow_with::<One>(gradient);
    let mut see = |_: &[_], number: Number| {
        flat.push(number.gradient);
        number
    };
    value.visit(places.borrow(), &mut Visitor::new(&mut see));
}

/// What the parts of a value count for.
fn weight(k: usize) -> f64 {
    1.0 / (1.0 + k as f64)
}

/// The gradient of the weighted sum of a value.
pub fn seed<T: Differentiable>(mut value: T) -> TangentOf<T, One> {
    let (places, mut k) = (value.zero_shadow(), 0);
    let mut see = |_: &[_], number| {
        k += 1;
        Number { gradient: weight(k - 1), ..number }
    };
    value.visit(places.borrow(), &mut Visitor::new(&mut see));
    T::into_tangent(places)
}

fn sum<T: Differentiable>(mut value: T) -> f64 {
    numbers(&mut value).iter().enumerate().map(|(k, number)| number.value * weight(k)).sum()
}

/// Says at how many points the gradient is right, and how long function and gradient take, or at which point it is wrong.
pub fn compare<A: Differentiable, R: Differentiable>(
    seed: u64,
    draw: impl Fn(&mut Draw) -> A,
    value: impl Fn(&A) -> R,
    gradient: impl Fn(&mut A) -> Vec<f64>,
    timed: impl Fn(&A),
) {
    let points = std::env::var("WILD_POINTS").ok().and_then(|points| points.parse().ok()).unwrap_or(60);
    std::panic::set_hook(Box::new(|_| {}));
    let (mut right, mut times) = (0, Vec::new());
    for point in 0..points {
        let drawn = || draw(&mut Draw { state: seed.wrapping_add(point as u64), scale: point });
        let Ok(args) = catch_unwind(AssertUnwindSafe(drawn)) else { continue };
        match at(drawn, &value, &gradient) {
            Ok(told) => {
                right += usize::from(told);
                if told && times.len() < 5 {
                    times.push(time(&args, &value, &timed));
                }
            }
            Err(wrong) => return println!("wild: wrong {wrong}"),
        }
    }
    times.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    let (plain, with_gradient) = times.get(times.len() / 2).copied().unwrap_or((1.0, 0.0));
    println!("wild: right {right} {plain:.1} {:.2}", with_gradient / plain);
}

/// Whether differences tell something at a point, and the gradient agrees.
fn at<A: Differentiable, R: Differentiable>(
    drawn: impl Fn() -> A,
    value: impl Fn(&A) -> R,
    gradient: impl Fn(&mut A) -> Vec<f64>,
) -> Result<bool, String> {
    let floats: Vec<Number> = numbers(&mut drawn());
    let here: Vec<f64> = floats.iter().map(|number| number.value).collect();
    let run = |k: usize, h: f64| {
        let (mut moved, mut next) = (drawn(), 0);
        visit(&mut moved, &mut |number| {
            next += 1;
            Number { value: number.value + if next == k + 1 { h } else { 0.0 }, ..number }
        });
        let step = numbers(&mut moved).get(k).map_or(0.0, |number| number.value - here[k]);
        let value = catch_unwind(AssertUnwindSafe(|| sum(value(&moved)))).ok()?;
        value.is_finite().then_some((value, step))
    };
    let Some((base, _)) = run(usize::MAX, 0.0) else { return Ok(false) };
    let found = catch_unwind(AssertUnwindSafe(|| gradient(&mut drawn()))).map_err(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        format!("panic at {here:?}: {message}")
    })?;
    if found.len() != floats.len() {
        return Err(format!("{} partial derivatives for {} floats", found.len(), floats.len()));
    }
    let mut told = true;
    for k in 0..floats.len() {
        let difference = |h: f64| {
            let ((up, there), (down, back)) = (run(k, h)?, run(k, -h)?);
            Some((up - down) / (there - back))
        };
        // Values in single precision need longer steps.
        let coarse = if floats.iter().any(|number| number.epsilon > 1e-10) { 30.0 } else { 1.0 };
        let size = here[k].abs().max(0.1);
        let steps = [1e-3, 3e-4, 1e-4, 3e-5, 1e-5].map(|step| difference(coarse * step * size));
        let [Some(a), Some(b), Some(c), Some(d), Some(e)] = steps else {
            told = false;
            continue;
        };
        let scale = d.abs() + 1e-6 * coarse * base.abs() / size + 1e-9;
        let agree = |x: f64, y: f64, tolerance: f64| (x - y).abs() <= tolerance * coarse.sqrt() * scale;
        // Differences tell something where they do not depend on the step.
        if !(agree(b, c, 1e-3) && agree(c, d, 1e-3) && agree(d, e, 1e-3) && agree(a, b, 1e-2)) {
            told = false;
            continue;
        }
        if !agree(found[k], d, 1e-2) {
            return Err(format!("partial derivative {k} at {here:?}: {} instead of {d}", found[k]));
        }
    }
    Ok(told)
}

/// Nanoseconds of the function and of its gradient, the least of several.
fn time<A, R>(args: &A, value: impl Fn(&A) -> R, timed: impl Fn(&A)) -> (f64, f64) {
    fn least(run: impl Fn()) -> f64 {
        let start = Instant::now();
        run();
        let count = (20_000.0 / (start.elapsed().as_nanos() as f64 + 1.0)).clamp(1.0, 2000.0) as u32;
        let batch = || {
            let start = Instant::now();
            (0..count).for_each(|_| run());
            start.elapsed().as_nanos() as f64 / f64::from(count)
        };
        (0..25).map(|_| batch()).fold(f64::INFINITY, f64::min)
    }
    let value = least(|| drop(black_box(value(black_box(args)))));
    (value.max(0.1), least(|| timed(black_box(args))))
}
