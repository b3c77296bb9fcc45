//! Where a place is. Views are other names for places, so the way to one is followed down to the variable that owns the data.

use super::{Frame, Oracle, Result, invalid};
use crate::random::ast::{Cut, Expr, Place, Source, Step, Stmt, Style, View};
use crate::random::data::Data;
use std::rc::Rc;

/// What a variable is in a run.
#[derive(Clone, Debug)]
pub enum Slot {
    Unset,
    Own(Data),
    /// a name for another place
    View(Location),
    /// a closure: what it takes and gives
    Closure(Rc<(Vec<usize>, Expr)>),
    /// a closure that changes what is around: what it takes and does
    Stepper(Rc<(usize, Vec<Stmt>)>),
}

/// A place found: the variable that owns it, the positions on the way, and if it is a part of an array, where that starts and how long
/// it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    pub root: usize,
    pub path: Vec<usize>,
    pub part: Option<(usize, usize)>,
}

impl Location {
    fn then(&self, position: usize) -> Self {
        let mut next = Location { part: None, ..self.clone() };
        next.path.push(position);
        next
    }

    /// Whether a value at one place has something in common with a value at the other.
    pub fn meets(&self, other: &Location) -> bool {
        let (short, long) = if self.path.len() <= other.path.len() { (self, other) } else { (other, self) };
        if short.root != long.root || !long.path.starts_with(&short.path) {
            return false;
        }
        match (short.part, long.path.get(short.path.len())) {
            (Some((start, length)), Some(position)) => (start..start + length).contains(position),
            _ => true,
        }
    }
}

impl Frame {
    fn data(&self, location: &Location) -> Result<&Data> {
        let Slot::Own(data) = &self.vars[location.root] else { return invalid("an unset variable") };
        let mut data = data;
        for position in &location.path {
            data = match data {
                Data::Struct(fields) => &fields[*position].1,
                Data::Array(items) if *position < items.len() => &items[*position],
                _ => return invalid("an index out of bounds"),
            };
        }
        Ok(data)
    }

    fn data_mut(&mut self, location: &Location) -> Result<&mut Data> {
        let Slot::Own(data) = &mut self.vars[location.root] else { return invalid("an unset variable") };
        let mut data = data;
        for position in &location.path {
            data = match data {
                Data::Struct(fields) => &mut fields[*position].1,
                Data::Array(items) if *position < items.len() => &mut items[*position],
                _ => return invalid("an index out of bounds"),
            };
        }
        Ok(data)
    }

    /// The value at a place.
    pub fn load(&self, location: &Location) -> Result<Data> {
        match (self.data(location)?, location.part) {
            (Data::Array(items), Some((start, length))) => Ok(Data::Array(items[start..start + length].to_vec())),
            (data, _) => Ok(data.clone()),
        }
    }

    /// Puts a value at a place.
    pub fn store(&mut self, location: &Location, value: Data) -> Result<()> {
        match (self.data_mut(location)?, location.part, value) {
            (Data::Array(items), Some((start, length)), Data::Array(new)) if new.len() == length => {
                items[start..start + length].clone_from_slice(&new);
            }
            (data, _, value) => *data = value,
        }
        Ok(())
    }

    /// The part of an array that a place is: the whole, if it is no part.
    fn bounds(&self, location: &Location) -> Result<(usize, usize)> {
        match (location.part, self.data(location)?) {
            (Some(part), _) => Ok(part),
            (None, Data::Array(items)) => Ok((0, items.len())),
            _ => invalid("a scalar is no array"),
        }
    }

    /// How many elements there are at a place.
    pub fn length(&self, location: &Location) -> Result<usize> {
        Ok(self.bounds(location)?.1)
    }
}

impl Oracle<'_> {
    /// Where a place is.
    pub(super) fn locate(&mut self, frame: &Frame, place: &Place) -> Result<Location> {
        let id = place.var.id;
        let mut at = match &frame.vars[id] {
            Slot::Unset | Slot::Closure(_) | Slot::Stepper(_) => return invalid("an unset variable"),
            Slot::Own(_) => Location { root: id, path: Vec::new(), part: None },
            Slot::View(location) => location.clone(),
        };
        for step in &place.path {
            match step {
                Step::Field(name) => match frame.data(&at)? {
                    Data::Struct(fields) => match fields.iter().position(|(field, _)| field == name) {
                        Some(position) => at = at.then(position),
                        None => return invalid("no such field"),
                    },
                    _ => return invalid("a field of no struct"),
                },
                Step::Index(index) => {
                    let index = self.position(frame, index)?;
                    let (start, length) = frame.bounds(&at)?;
                    if index >= length {
                        return invalid("an index out of bounds");
                    }
                    at = at.then(start + index);
                }
                Step::Part(from, to) => {
                    let (start, length) = frame.bounds(&at)?;
                    let from = from.as_ref().map_or(Ok(0), |e| self.position(frame, e))?;
                    let to = to.as_ref().map_or(Ok(length), |e| self.position(frame, e))?;
                    if from > to || to > length {
                        return invalid("a part out of bounds");
                    }
                    at.part = Some((start + from, to - from));
                }
            }
        }
        Ok(at)
    }

    fn position(&mut self, frame: &Frame, index: &Expr) -> Result<usize> {
        usize::try_from(self.int(frame, index)?).or_else(|_| invalid("a negative index"))
    }

    /// Gives views their places.
    pub(super) fn bind(&mut self, frame: &mut Frame, view: &View, place: &Place) -> Result<()> {
        let at = self.locate(frame, place)?;
        match view {
            View::One(var) => frame.vars[var.id] = Slot::View(at),
            View::Split([one, other], cut) => {
                let cut = self.position(frame, cut)?;
                let (start, length) = frame.bounds(&at)?;
                if cut > length {
                    return invalid("a cut out of bounds");
                }
                frame.vars[one.id] = Slot::View(Location { part: Some((start, cut)), ..at.clone() });
                frame.vars[other.id] = Slot::View(Location { part: Some((start + cut, length - cut)), ..at });
            }
            View::Fields(_, vars) => {
                for (position, var) in vars.iter().enumerate() {
                    frame.vars[var.id] = Slot::View(at.then(position));
                }
            }
        }
        Ok(())
    }

    /// What the variables of a loop's pattern are, iteration by iteration.
    pub(super) fn walk(&mut self, frame: &Frame, source: &Source) -> Result<Vec<Vec<(usize, Slot)>>> {
        Ok(match source {
            Source::Range { var, range } => {
                self.turns(frame, range)?.into_iter().map(|turn| vec![(var.id, Slot::Own(Data::Int(turn)))]).collect()
            }
            Source::Slice { var, place, style, chunk } => {
                let at = self.locate(frame, place)?;
                let (start, length) = frame.bounds(&at)?;
                let one = |k: usize| match (style, chunk) {
                    (Style::Copied | Style::Values, _) => Ok(Slot::Own(frame.load(&at.then(start + k))?)),
                    (_, Some(n)) => Ok(Slot::View(Location { part: Some((start + k * n, *n)), ..at.clone() })),
                    (_, None) => Ok(Slot::View(at.then(start + k))),
                };
                let turns = length / chunk.unwrap_or(1);
                (0..turns).map(|k| Ok(vec![(var.id, one(k)?)])).collect::<Result<_>>()?
            }
            Source::Enumerate(var, inner) => {
                let mut turns = self.walk(frame, inner)?;
                for (k, turn) in turns.iter_mut().enumerate() {
                    turn.push((var.id, Slot::Own(Data::Int(i64::try_from(k).expect("a short length")))));
                }
                turns
            }
            Source::Zip(pair) => {
                let (one, other) = (self.walk(frame, &pair[0])?, self.walk(frame, &pair[1])?);
                one.into_iter().zip(other).map(|(one, other)| [one, other].concat()).collect()
            }
            Source::Cut(cut, n, inner) => {
                let turns = self.walk(frame, inner)?.into_iter();
                match cut {
                    Cut::Skip => turns.skip(*n).collect(),
                    Cut::Take => turns.take(*n).collect(),
                    Cut::StepBy => turns.step_by(*n).collect(),
                }
            }
            Source::Rev(inner) => {
                let mut turns = self.walk(frame, inner)?;
                turns.reverse();
                turns
            }
        })
    }
}
