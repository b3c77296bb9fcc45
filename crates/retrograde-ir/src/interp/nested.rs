//! Branches and loops.

use super::{Frame, Result, Value, trap};
use crate::form::{Expr, Head, Leaf, Place, Range, Stmt, Stride, Walk};

/// The iterations after which a `while` loop is taken to run for ever.
const MOST_TURNS: usize = 1_000_000;

impl Frame<'_> {
    pub(super) fn nested(&mut self, head: &Head, blocks: &[Vec<Stmt>]) -> Result<()> {
        match head {
            Head::If { pre, post } => {
                let taken = self.condition(pre)?;
                self.block(&blocks[usize::from(!taken)])?;
                self.postcondition(post.as_ref(), taken)?;
            }
            Head::While { pre, post } => {
                self.postcondition(post.as_ref(), false)?;
                for turn in 0.. {
                    if !self.condition(pre)? {
                        break;
                    }
                    if turn == MOST_TURNS {
                        return trap("a loop does not end");
                    }
                    self.block(&blocks[0])?;
                    self.postcondition(post.as_ref(), true)?;
                    if std::mem::take(&mut self.left) {
                        break;
                    }
                }
            }
            Head::Scope | Head::Idle => self.block(&blocks[0])?,
            Head::Match { matched, cases } => self.choose(matched, cases, blocks)?,
            Head::Inverse | Head::Label(_) => unreachable!("the checker has resolved it"),
            Head::For { var, range } | Head::Tape { var, range, .. } => {
                for i in self.range(range)? {
                    self.variables.insert(var.clone(), Value::Int(i));
                    self.block(&blocks[0])?;
                    if std::mem::take(&mut self.left) {
                        break;
                    }
                }
            }
            Head::First { var, range, turns, reversed } => {
                let turns = self.count(turns)?;
                let mut values: Vec<i64> = self.range(range)?.into_iter().take(turns).collect();
                if *reversed {
                    values.reverse();
                }
                for i in values {
                    self.variables.insert(var.clone(), Value::Int(i));
                    self.block(&blocks[0])?;
                }
            }
            Head::Each { turn, leaves, reversed } => {
                let values = leaves.iter().map(|leaf| self.walk(leaf)).collect::<Result<Vec<_>>>()?;
                let count = values.iter().map(Vec::len).min().unwrap_or(0);
                let turns: Vec<(i64, usize)> = (0..).zip(0..count).collect();
                for k in 0..count {
                    let (number, k) = turns[if *reversed { count - 1 - k } else { k }];
                    self.variables.insert(turn.clone(), Value::Int(number));
                    for (leaf, values) in leaves.iter().zip(&values) {
                        self.variables.insert(leaf.var.clone(), Value::Int(values[k]));
                    }
                    self.block(&blocks[0])?;
                }
            }
            Head::Sweep { var, start, end, .. } => {
                let range =
                    Range { start: start.clone(), end: end.clone(), inclusive: false, reversed: false, stride: None };
                // In an order that no program asks for: every other iteration first.
                let turns = self.range(&range)?;
                for i in turns.iter().step_by(2).chain(turns.iter().skip(1).step_by(2)) {
                    self.variables.insert(var.clone(), Value::Int(*i));
                    self.block(&blocks[0])?;
                }
            }
            Head::Run { var, start, end } => self.swept(var, start, end, &blocks[0])?,
            Head::Flows(places) => {
                if self.flows(places)? {
                    self.block(&blocks[0])?;
                }
            }
            Head::AtMost(count) => {
                let few = self.running()?.count <= *count;
                self.block(&blocks[usize::from(!few)])?;
            }
            Head::Along(along) => self.along(along, &blocks[0])?,
            Head::Blocks(lanes) => self.in_lanes(lanes, blocks)?,
        }
        Ok(())
    }

    pub(super) fn range(&mut self, range: &Range) -> Result<Vec<i64>> {
        let bounds = (self.eval(&range.start)?, self.eval(&range.end)?);
        let (Value::Int(start), Value::Int(end)) = bounds else { return trap("a range of integers was expected") };
        let mut values: Vec<i64> = if range.inclusive { (start..=end).collect() } else { (start..end).collect() };
        if let Some(Stride { by, from_end }) = &range.stride {
            let by = self.positive(by)?;
            let skip = if *from_end { values.len().saturating_sub(1) % by } else { 0 };
            values = values.into_iter().skip(skip).step_by(by).collect();
        }
        if range.reversed {
            values.reverse();
        }
        Ok(values)
    }

    /// The values of a range; of an array that is walked along, as many as it has iterations.
    fn walk(&mut self, leaf: &Leaf) -> Result<Vec<i64>> {
        match &leaf.walk {
            Walk::Range(range) => self.range(range),
            Walk::Slice { place, chunk, .. } => {
                let mut length = self.length(place)?;
                if let Some(chunk) = chunk {
                    length /= self.positive(chunk)?;
                }
                Ok(vec![0; length])
            }
        }
    }

    fn positive(&self, expr: &Expr) -> Result<usize> {
        match self.count(expr)? {
            0 => trap("a step of zero"),
            by => Ok(by),
        }
    }

    pub(super) fn length(&self, place: &Place) -> Result<usize> {
        match &*self.read(place)? {
            Value::Array(elems) => Ok(elems.len()),
            other => trap(format!("an array was expected, found {other:?}")),
        }
    }

    fn postcondition(&mut self, post: Option<&Expr>, expected: bool) -> Result<()> {
        match post {
            Some(post) if self.condition(post)? != expected => trap(format!("a postcondition should be {expected}")),
            _ => Ok(()),
        }
    }

    pub(super) fn condition(&mut self, expr: &Expr) -> Result<bool> {
        match self.eval(expr)? {
            Value::Bool(value) => Ok(value),
            other => trap(format!("a truth value was expected, found {other:?}")),
        }
    }
}
