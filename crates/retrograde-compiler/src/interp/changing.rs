//! Call statements of ordinary functions, which change what they are lent.

use super::{Frame, Kept, Result, Trap, Value, forward, trap};
use crate::ir::{Arg, Param, Passing, Site, UpdateOp, Variant};
use std::rc::Rc;

impl Frame<'_> {
    pub(super) fn change(&mut self, name: &str, variant: Variant, args: &[Arg], site: Option<&Site>) -> Result<()> {
        match (variant, site) {
            (Variant::FORWARD, site) => self.change_forwards(name, args, site),
            (Variant::ADJOINT, Some(site)) => self.change_back(name, args, site),
            (Variant::TANGENT, None) => self.change_along(name, args),
            _ => trap(format!("`{name}` has no {variant:?}")),
        }
    }

    fn change_forwards(&mut self, name: &str, args: &[Arg], site: Option<&Site>) -> Result<()> {
        let values = args.iter().map(|arg| self.passed(arg)).collect::<Result<_>>()?;
        let (function, taped) = self.ordinary(name)?;
        let (_, residual) = forward(self.library, function, taped, values)?;
        for (param, arg) in function.params.iter().zip(args) {
            if let Arg::Exclusive(place) = arg {
                self.store(place, residual.variables[&param.var].clone())?;
            }
        }
        if let Some(site) = site {
            self.tape.entry((site.id, site.roles)).or_default().push(Kept::Residual(Rc::new(residual)));
        }
        Ok(())
    }

    fn change_back(&mut self, name: &str, args: &[Arg], site: &Site) -> Result<()> {
        let Kept::Residual(residual) = self.restore(site)? else { return trap("a residual was expected") };
        let (function, taped) = self.ordinary(name)?;
        let (variables, tape) = (residual.variables.clone(), residual.tape.clone());
        let mut frame = Frame { library: self.library, variables, tape, left: false };
        for (param, pair) in function.params.iter().zip(args.chunks(2)) {
            if param.passing != Passing::Value {
                frame.variables.insert(param.var.clone(), self.passed(&pair[0])?);
            }
            let shadow = match pair {
                [Arg::Exclusive(_), Arg::Shadow(Some(place))] => self.read(place)?.into_owned(),
                _ => frame.variables[&param.var].zero_like(),
            };
            frame.variables.insert(adjoint(param), shadow);
        }
        let zero = frame.variables.get(&taped.result).ok_or_else(|| Trap("no result".into()))?.zero_like();
        frame.variables.insert(taped.result.adjoint(), zero);
        frame.block(&taped.backward)?;
        for (param, pair) in function.params.iter().zip(args.chunks(2)) {
            let gradient = frame.variables[&adjoint(param)].clone();
            match pair {
                [Arg::Exclusive(place), shadow] => {
                    self.store(place, frame.variables[&param.var].clone())?;
                    if let Arg::Shadow(Some(shadow)) = shadow {
                        self.store(shadow, gradient)?;
                    }
                }
                [_, Arg::Shadow(Some(shadow))] => self.update(shadow, UpdateOp::Add, &gradient)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn change_along(&mut self, name: &str, args: &[Arg]) -> Result<()> {
        let function = self.library.tangent(name).ok_or_else(|| Trap(format!("`{name}` has no tangent")))?;
        let mut frame = Frame::new(self.library);
        for (param, pair) in function.params.iter().zip(args.chunks(2)) {
            let value = self.passed(&pair[0])?;
            let tangent = match &pair[1] {
                Arg::Shadow(Some(place)) => self.read(place)?.into_owned(),
                _ => value.zero_like(),
            };
            frame.variables.insert(param.var.clone(), value.of_type(&param.ty.0));
            frame.variables.insert(param.var.tangent(), tangent.of_type(&param.ty.0));
        }
        frame.block(&function.body)?;
        for (param, pair) in function.params.iter().zip(args.chunks(2)) {
            if let [Arg::Exclusive(place), shadow] = pair {
                self.store(place, frame.variables[&param.var].clone())?;
                if let Arg::Shadow(Some(shadow)) = shadow {
                    self.store(shadow, frame.variables[&param.var.tangent()].clone())?;
                }
            }
        }
        Ok(())
    }

    fn passed(&mut self, arg: &Arg) -> Result<Value> {
        match arg {
            Arg::Exclusive(place) => Ok(self.read(place)?.into_owned()),
            Arg::Shared(expr) => self.eval(expr),
            Arg::Shadow(_) => trap("a value was expected"),
        }
    }
}

fn adjoint(param: &Param) -> crate::ir::Var {
    param.var.adjoint()
}
