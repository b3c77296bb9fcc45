//! Sweeps. An element that has a name is found by the window that it is in and the iteration, not by its index, as it is in emitted code.

use super::{Frame, Map, Result, Trap, Value, trap};
use crate::access::bound;
use crate::form::{Along, Blocks, Expr, Part, Place, Share, Step, Stmt, UpdateOp, Var, Walked, Window};

/// How many iterations a block has.
const LANES: usize = 4;

/// A run of a sweep.
pub(super) struct Run {
    /// the loop variable in the first iteration
    first: i64,
    /// how many iterations there are
    pub(super) count: usize,
    /// which of them is run
    iteration: usize,
    /// for each window, the index of its element in the first iteration
    windows: Map<Var, usize>,
}

impl Frame<'_> {
    pub(super) fn swept(&mut self, var: &Var, start: &Expr, end: &Expr, body: &[Stmt]) -> Result<()> {
        let (Value::Int(first), Value::Int(end)) = (self.eval(start)?, self.eval(end)?) else {
            return trap("a range of integers was expected");
        };
        if first < end {
            let count = usize::try_from(end - first).map_err(|_| Trap("too many iterations".into()))?;
            let outer = self.run.replace(Run { first, count, iteration: 0, windows: Map::default() });
            self.variables.insert(var.clone(), Value::Int(first));
            self.block(body)?;
            self.run = outer;
        }
        Ok(())
    }

    pub(super) fn running(&mut self) -> Result<&mut Run> {
        self.run.as_mut().ok_or_else(|| Trap("this is no run of a sweep".into()))
    }

    pub(super) fn window(&mut self, window: &Window) -> Result<()> {
        let Some(Step::Index(index)) = window.place.path.last() else { return trap("a window ends with an index") };
        let (index, array) = (self.count(index)?, window.place.prefix(window.place.path.len() - 1));
        let length = match &*self.read(&array)? {
            Value::Array(elems) => elems.len(),
            Value::Nothing => usize::MAX,
            other => return trap(format!("an array was expected, found {other:?}")),
        };
        let run = self.running()?;
        if index + run.count > length {
            return trap(format!("a window of {} elements from {index} is out of bounds", run.count));
        }
        run.windows.insert(window.var.clone(), index);
        Ok(())
    }

    /// The step of a place that a window stands for, and which element that leads to.
    pub(super) fn walked(&self, place: &Place) -> Result<Option<(usize, usize)>> {
        let (Some(via), Some(run)) = (&place.via, &self.run) else { return Ok(None) };
        let Some(first) = run.windows.get(&via.var) else { return Ok(None) };
        if run.iteration >= run.count {
            return trap("there is no such iteration");
        }
        Ok(Some((via.steps - 1, first + run.iteration)))
    }

    pub(super) fn flows(&mut self, places: &[Place]) -> Result<bool> {
        let count = self.running()?.count;
        for place in places {
            for iteration in 0..if place.via.is_some() { count } else { 1 } {
                self.running()?.iteration = iteration;
                let gradient = self.read(place)?;
                if *gradient != gradient.zero_like() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    pub(super) fn along(&mut self, along: &Along, body: &[Stmt]) -> Result<()> {
        let Run { first, count, .. } = *self.running()?;
        let turns = match along.part {
            Part::All => 0..count,
            Part::First(turns) => 0..turns,
            Part::Last(turns) => count - turns..count,
            Part::Without(turns) => 0..count - turns,
        };
        for Walked { var, behind, .. } in &along.walked {
            if let Some((of, by)) = behind {
                let run = self.running()?;
                let from = run.windows.get(of).ok_or_else(|| Trap(format!("there is no window `{of}`")))?;
                run.windows.insert(var.clone(), from + by);
            }
        }
        // In an order that no program asks for: every other iteration first.
        for k in turns.clone().step_by(2).chain(turns.skip(1).step_by(2)) {
            self.running()?.iteration = k;
            if along.counted {
                self.variables.insert(along.var.clone(), numbered(first, k)?);
            }
            self.block(body)?;
        }
        self.variables.insert(along.var.clone(), Value::Int(first));
        Ok(())
    }

    pub(super) fn in_lanes(&mut self, lanes: &Blocks, blocks: &[Vec<Stmt>]) -> Result<()> {
        let [in_block, left_over] = blocks else { return trap("blocks and what is left over were expected") };
        for (sum, place) in &lanes.sums {
            let zero = self.read(place)?.zero_like();
            self.variables.insert(sum.clone(), zero);
        }
        let Run { first, count, .. } = *self.running()?;
        let own: Vec<Var> = in_block.iter().flat_map(bound).collect();
        for block in 0..count / LANES {
            let mut values: Vec<Map<Var, Value>> = vec![Map::default(); LANES];
            for stmt in in_block {
                for (lane, own_values) in values.iter_mut().enumerate() {
                    self.running()?.iteration = block * LANES + lane;
                    self.variables.insert(lanes.var.clone(), numbered(first, block * LANES + lane)?);
                    self.variables.extend(std::mem::take(own_values));
                    self.block(std::slice::from_ref(stmt))?;
                    own_values.extend(own.iter().filter_map(|var| self.variables.remove_entry(var)));
                }
            }
        }
        for k in count - count % LANES..count {
            self.running()?.iteration = k;
            self.variables.insert(lanes.var.clone(), numbered(first, k)?);
            self.block(left_over)?;
        }
        for (sum, place) in &lanes.sums {
            let total = self.variables.remove(sum).ok_or_else(|| Trap(format!("`{sum}` is gone")))?;
            self.update(place, UpdateOp::Add, &total)?;
        }
        Ok(())
    }

    pub(super) fn share(&mut self, share: &Share) -> Result<()> {
        let outer = match &share.ahead {
            Some(ahead) if ahead.counted => {
                let Run { first, iteration, .. } = *self.running()?;
                self.variables.insert(ahead.var.clone(), numbered(first, iteration + ahead.by)?)
            }
            _ => None,
        };
        self.block(&share.before[0])?;
        let gradient = self.eval(&share.value)?;
        self.variables.insert(share.var.clone(), gradient);
        if let (Some(ahead), Some(outer)) = (&share.ahead, outer) {
            self.variables.insert(ahead.var.clone(), outer);
        }
        Ok(())
    }
}

/// The loop variable in an iteration.
fn numbered(first: i64, iteration: usize) -> Result<Value> {
    let iteration = i64::try_from(iteration).map_err(|_| Trap("too many iterations".into()))?;
    Ok(Value::Int(first + iteration))
}
