//! The partial derivatives of the table as trees, for a compiler that differentiates them again. A tree is read from the line's own text.

use crate::Rule;

/// An expression of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// a number, as it is written
    Number(&'static str),
    /// an operand, the result `r`, or a constant: `PI`, `MAX`, ...
    Name(&'static str),
    /// `-x`
    Negative(Box<Expression>),
    /// `x + y`
    Binary(&'static str, Box<[Expression; 2]>),
    /// `if x { y } else { z }`
    If(Box<[Expression; 3]>),
    /// `x as S`
    AsNumber(Box<Expression>),
    /// `x.method(y)`: the receiver is the first
    Method(&'static str, Vec<Expression>),
    /// `product(a, b)`
    Product(Box<[Expression; 2]>),
    /// `ratio(partial, a, b)`
    Ratio(Box<[Expression; 3]>),
}

impl<S> Rule<S> {
    /// The partial derivative with respect to operand `k`.
    ///
    /// ```
    /// use retrograde_rules::{Expression, lookup};
    /// let sin = lookup("sin").unwrap().expression(0);
    /// assert_eq!(sin, Expression::Method("cos", vec![Expression::Name("x")]));
    /// ```
    pub fn expression(&self, k: usize) -> Expression {
        let mut reader = Reader { rest: self.partials[k] };
        let expression = reader.expression(0);
        assert!(reader.rest.is_empty(), "the table has no `{}`", reader.rest);
        expression
    }
}

/// The operators, those that bind least first.
const OPERATORS: [&[&str]; 5] = [&["||"], &["&&"], &["==", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/"]];

/// What is left to read.
struct Reader {
    rest: &'static str,
}

impl Reader {
    /// An expression whose operators bind as tightly as those of this level, or more.
    fn expression(&mut self, level: usize) -> Expression {
        let Some(operators) = OPERATORS.get(level) else { return self.operand() };
        let mut left = self.expression(level + 1);
        while let Some(operator) = operators.iter().find(|operator| self.skip(operator)) {
            left = Expression::Binary(operator, Box::new([left, self.expression(level + 1)]));
        }
        left
    }

    fn operand(&mut self) -> Expression {
        if self.skip("-") {
            return Expression::Negative(Box::new(self.operand()));
        }
        let mut operand = self.start();
        loop {
            if self.keyword("as") {
                self.word();
                operand = Expression::AsNumber(Box::new(operand));
            } else if self.skip(".") {
                let method = self.word();
                let arguments = self.arguments();
                operand = Expression::Method(method, [vec![operand], arguments].concat());
            } else {
                return operand;
            }
        }
    }

    fn start(&mut self) -> Expression {
        if self.skip("(") {
            let inner = self.expression(0);
            self.expect(")");
            return inner;
        }
        if self.keyword("if") {
            let condition = self.expression(0);
            let then = self.block();
            self.expect("else");
            let otherwise = if self.rest.starts_with('{') { self.block() } else { self.start() };
            return Expression::If(Box::new([condition, then, otherwise]));
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Expression::Number(self.word());
        }
        let mut name = self.word();
        while self.skip("::") {
            name = self.word();
        }
        match name {
            "product" => Expression::Product(Box::new(self.exactly())),
            "ratio" => Expression::Ratio(Box::new(self.exactly())),
            _ => Expression::Name(name),
        }
    }

    fn block(&mut self) -> Expression {
        self.expect("{");
        let value = self.expression(0);
        self.expect("}");
        value
    }

    fn exactly<const N: usize>(&mut self) -> [Expression; N] {
        self.arguments().try_into().unwrap_or_else(|found: Vec<_>| panic!("{N} arguments, not {}", found.len()))
    }

    fn arguments(&mut self) -> Vec<Expression> {
        let mut arguments = Vec::new();
        self.expect("(");
        while !self.skip(")") {
            arguments.push(self.expression(0));
            self.skip(",");
        }
        arguments
    }

    /// A name, or a number: its point is followed by a digit.
    fn word(&mut self) -> &'static str {
        let bytes = self.rest.as_bytes();
        let number = bytes.first().is_some_and(u8::is_ascii_digit);
        let belongs = |k: usize| match bytes[k] {
            b'.' => number && bytes.get(k + 1).is_some_and(u8::is_ascii_digit),
            byte => byte == b'_' || byte.is_ascii_alphanumeric(),
        };
        let end = (0..bytes.len()).find(|&k| !belongs(k)).unwrap_or(bytes.len());
        assert!(end > 0, "a name or a number, not `{}`", self.rest);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn skip(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn keyword(&mut self, word: &str) -> bool {
        let ends = |rest: &str| !rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric());
        self.rest.strip_prefix(word).is_some_and(ends) && self.skip(word)
    }

    fn expect(&mut self, text: &str) {
        assert!(self.skip(text), "`{text}` is expected in the table, not `{}`", self.rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{COMPLEX, RULES, lookup};
    use core::f64::consts;

    /// Every tree has the value that its line has, on both sides of its conditions.
    #[test]
    fn trees_are_worth_what_their_lines_are() {
        for rule in RULES.iter().chain(COMPLEX) {
            for at in [0.0, 0.2, 0.5, 0.9] {
                let mut operands: Vec<f64> = rule.domain.iter().map(|r| r.start + at * (r.end - r.start)).collect();
                if rule.arity() > rule.partial.len() {
                    operands.last_mut().into_iter().for_each(|integer| *integer = integer.round());
                }
                let result = (rule.value)(&operands);
                for (k, partial) in rule.partial.iter().enumerate() {
                    let expected = partial(&operands, result);
                    let found = Line { rule, operands: &operands, result }.value(&rule.expression(k));
                    assert_eq!(found.to_bits(), expected.to_bits(), "{}: {found}, not {expected}", rule.strukt);
                }
            }
        }
    }

    /// The check is one: another tree has another value.
    #[test]
    fn another_tree_has_another_value() {
        let sin = lookup("sin").expect("it is there");
        let wrong = Expression::Method("sin", vec![Expression::Name("x")]);
        let found = Line { rule: sin, operands: &[0.5], result: 0.0 }.value(&wrong);
        assert!((found - (sin.partial[0])(&[0.5], 0.0)).abs() > 0.1);
    }

    struct Line<'a> {
        rule: &'a Rule,
        operands: &'a [f64],
        result: f64,
    }

    impl Line<'_> {
        fn value(&self, expression: &Expression) -> f64 {
            match expression {
                Expression::Number(text) => text.parse().expect("a number"),
                Expression::Name("r") => self.result,
                Expression::Name(name) => match self.rule.operands.iter().position(|operand| operand == name) {
                    Some(k) => self.operands[k],
                    None => constant(name),
                },
                Expression::Negative(inner) => -self.value(inner),
                Expression::Binary(operator, sides) => binary(operator, self.value(&sides[0]), self.value(&sides[1])),
                Expression::If(parts) => self.value(&parts[if self.value(&parts[0]) > 0.0 { 1 } else { 2 }]),
                Expression::AsNumber(inner) => self.value(inner),
                Expression::Method("powi", parts) => self.value(&parts[0]).powi(self.integer(&parts[1])),
                Expression::Method(name, parts) => {
                    method(name, &parts.iter().map(|part| self.value(part)).collect::<Vec<_>>())
                }
                Expression::Product(factors) => self.value(&factors[0]) * self.value(&factors[1]),
                Expression::Ratio(parts) => self.value(&parts[0]),
            }
        }

        /// Exponents are integers, and are divided as such.
        #[allow(clippy::cast_possible_truncation, reason = "small numbers")]
        fn integer(&self, expression: &Expression) -> i32 {
            match expression {
                Expression::Binary("/", sides) => self.integer(&sides[0]) / self.integer(&sides[1]),
                Expression::Binary("-", sides) => self.integer(&sides[0]) - self.integer(&sides[1]),
                Expression::Method("saturating_sub", sides) => self.integer(&sides[0]) - self.integer(&sides[1]),
                other => self.value(other) as i32,
            }
        }
    }

    fn constant(name: &str) -> f64 {
        match name {
            "PI" => consts::PI,
            "LN_2" => consts::LN_2,
            "LN_10" => consts::LN_10,
            "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
            "MAX" => f64::MAX,
            other => panic!("{other}"),
        }
    }

    #[allow(clippy::float_cmp, reason = "kinks are at exact numbers")]
    fn binary(operator: &str, a: f64, b: f64) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match operator {
            "+" => a + b,
            "-" => a - b,
            // a truth value is one or zero
            "*" | "&&" => a * b,
            "/" => a / b,
            "<" => truth(a < b),
            "<=" => truth(a <= b),
            ">" => truth(a > b),
            ">=" => truth(a >= b),
            "==" => truth(a == b),
            "||" => a.max(b),
            other => panic!("{other}"),
        }
    }

    fn method(name: &str, operands: &[f64]) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match name {
            "is_normal" => truth(operands[0].is_normal()),
            "is_nan" => truth(operands[0].is_nan()),
            "is_sign_negative" => truth(operands[0].is_sign_negative()),
            #[cfg(feature = "special")]
            "trigamma" => crate::special::Special::trigamma(operands[0]),
            method => (lookup(method).unwrap_or_else(|| panic!("{method}")).value)(operands),
        }
    }
}
