macro_rules! in_range {
    ($x:expr, $min:expr, $max:expr) => {
        $x >= $min && $x <= f64::min($max, $crate::consts::MOST)
    };
}
