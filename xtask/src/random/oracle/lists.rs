//! Lists that get longer and shorter, options and results.

use super::places::Slot;
use super::{Frame, Left, Oracle, Result, Stop, invalid};
use crate::random::ast::{Asking, Growth, Place, Stmt, Taking};
use crate::random::data::Data;

impl Oracle<'_> {
    fn list(&mut self, frame: &Frame, list: &Place) -> Result<Vec<Data>> {
        let at = self.locate(frame, list)?;
        match frame.load(&at)? {
            Data::Array(items) => Ok(items),
            _ => invalid("no list"),
        }
    }

    fn put(&mut self, frame: &mut Frame, list: &Place, items: Vec<Data>) -> Result<()> {
        let at = self.locate(frame, list)?;
        frame.store(&at, Data::Array(items))
    }

    pub(super) fn grow(&mut self, frame: &mut Frame, list: &Place, how: &Growth) -> Result<()> {
        let mut items = self.list(frame, list)?;
        match how {
            Growth::Push(value) => items.push(self.expr(frame, value)?),
            Growth::Insert(last, value) => {
                let value = self.expr(frame, value)?;
                items.insert(if *last { items.len() } else { 0 }, value);
            }
            Growth::Truncate(n) => items.truncate(*n),
            Growth::Clear => items.clear(),
            Growth::Pop => drop(items.pop()),
            Growth::Copies(other) => items.extend(self.list(frame, other)?),
            Growth::Extend(more) => match self.expr(frame, more)? {
                Data::Array(more) => items.extend(more),
                _ => return invalid("no list"),
            },
        }
        self.put(frame, list, items)
    }

    pub(super) fn taken(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        let Stmt::Taken { var, list, how, body } = stmt else { unreachable!("something taken") };
        let label = self.label.take();
        loop {
            let mut items = self.list(frame, list)?;
            let item = match how {
                Taking::IfPopped | Taking::WhilePopped => items.pop(),
                Taking::Removed(k) => (items.len() > *k).then(|| items.remove(*k)),
            };
            let Some(item) = item else { return Ok(()) };
            self.put(frame, list, items)?;
            frame.vars[var.id] = Slot::Own(item);
            if *how != Taking::WhilePopped {
                return self.block(frame, body);
            }
            if !self.turn(frame, body, label.as_ref())? {
                return Ok(());
            }
        }
    }

    pub(super) fn asked(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        let Stmt::Asked { how, value, good, bad, body, otherwise, .. } = stmt else { unreachable!("something asked") };
        let Data::Struct(held) = self.expr(frame, value)? else { return invalid("no option and no result") };
        match held.as_slice() {
            [("Some" | "Ok", item)] => {
                frame.vars[good.id] = Slot::Own(item.clone());
                self.block(frame, body)
            }
            [_] if *how == Asking::Question => Err(Stop::Left(Left::Return(Data::Struct(held)))),
            [(_, error)] => {
                if let Some(bad) = bad {
                    frame.vars[bad.id] = Slot::Own(error.clone());
                }
                self.block(frame, otherwise)
            }
            _ => invalid("no option and no result"),
        }
    }
}
