//! Inputs and results of programs, with floats that carry a tangent.

use super::ast::Type;
use super::rng::Rng;
use retrograde_compiler::Value;

/// A float and its tangent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual {
    pub value: f64,
    pub tangent: f64,
}

impl Dual {
    /// A number that does not vary.
    pub fn constant(value: f64) -> Self {
        Self { value, tangent: 0.0 }
    }
}

/// A value of any type.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Float(Dual),
    Int(i64),
    Bool(bool),
    Array(Vec<Data>),
    Struct(Vec<(&'static str, Data)>),
}

impl Data {
    /// A random value of type `ty`; slices have `len` elements.
    pub fn random(rng: &mut Rng, ty: Type, len: usize) -> Self {
        match ty {
            Type::Float => Data::Float(Dual::constant(random_float(rng))),
            Type::Int => Data::Int(rng.between(-4, 5)),
            Type::Usize => Data::Int(i64::try_from(rng.below(len + 1)).expect("a short length")),
            Type::Bool => Data::Bool(rng.chance(50)),
            Type::Record(record) => {
                Data::Struct(record.fields().iter().map(|(name, ty)| (*name, Self::random(rng, *ty, len))).collect())
            }
            Type::Array(element, n) => Data::Array((0..n).map(|_| Self::random(rng, element.ty(), len)).collect()),
            Type::Slice(element) => Data::Array((0..len).map(|_| Self::random(rng, element.ty(), len)).collect()),
        }
    }

    /// The same value in the compiler's terms.
    pub fn to_value(&self) -> Value {
        self.convert(&|dual| Value::Float(dual.value), &Value::Int, &Value::Bool)
    }

    /// The tangents alone, in the compiler's terms: integers have none.
    pub fn to_tangent(&self) -> Value {
        self.convert(&|dual| Value::Float(dual.tangent), &|_| Value::Nothing, &|_| Value::Nothing)
    }

    fn convert(
        &self,
        float: &impl Fn(Dual) -> Value,
        int: &impl Fn(i64) -> Value,
        truth: &impl Fn(bool) -> Value,
    ) -> Value {
        match self {
            Data::Float(dual) => float(*dual),
            Data::Int(value) => int(*value),
            Data::Bool(value) => truth(*value),
            Data::Array(items) => Value::Array(items.iter().map(|item| item.convert(float, int, truth)).collect()),
            Data::Struct(fields) => Value::Struct(
                fields.iter().map(|(name, item)| ((*name).into(), item.convert(float, int, truth))).collect(),
            ),
        }
    }

    /// Overwrites value and tangents with the compiler's; the shape stays.
    pub fn take(&mut self, value: &Value, tangent: &Value) {
        match (self, value, tangent) {
            (Data::Float(dual), Value::Float(value), Value::Float(tangent)) => {
                *dual = Dual { value: *value, tangent: *tangent };
            }
            (Data::Int(own), Value::Int(value), _) => *own = *value,
            (Data::Bool(own), Value::Bool(value), _) => *own = *value,
            (Data::Array(items), Value::Array(values), Value::Array(tangents)) => {
                for (item, (value, tangent)) in items.iter_mut().zip(values.iter().zip(tangents)) {
                    item.take(value, tangent);
                }
            }
            (Data::Struct(fields), Value::Struct(values), Value::Struct(tangents)) => {
                for ((_, field), ((_, value), (_, tangent))) in fields.iter_mut().zip(values.iter().zip(tangents)) {
                    field.take(value, tangent);
                }
            }
            (own, value, tangent) => unreachable!("{own:?} cannot take {value:?} with tangent {tangent:?}"),
        }
    }

    /// Shows `visit` every float, in order.
    pub fn floats(&mut self, visit: &mut impl FnMut(&mut Dual)) {
        match self {
            Data::Float(dual) => visit(dual),
            Data::Int(_) | Data::Bool(_) => {}
            Data::Array(items) => items.iter_mut().for_each(|item| item.floats(visit)),
            Data::Struct(fields) => fields.iter_mut().for_each(|(_, field)| field.floats(visit)),
        }
    }
}

/// Mostly anything, now and then a number that is special to some operation.
fn random_float(rng: &mut Rng) -> f64 {
    if rng.chance(8) { *rng.pick(&[0.0, 1.0, -1.0]) } else { rng.float(-2.0, 2.0) }
}
