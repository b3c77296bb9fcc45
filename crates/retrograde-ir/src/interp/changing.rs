//! Call statements of ordinary functions, which change what they are lent.

use super::{Frame, Kept, Result, Trap, Value, forward, forward_with_tangents, trap};
use crate::form::{Arg, Param, Passing, Role, TapeSlot, UpdateOp, Variant};
use std::rc::Rc;

const ADJOINT_TANGENT: Variant = Variant::ADJOINT.with(Role::Tangent);

impl Frame<'_> {
    pub(super) fn change(&mut self, name: &str, variant: Variant, args: &[Arg], site: Option<&TapeSlot>) -> Result<()> {
        match (variant, site) {
            (Variant::FORWARD, site) => self.change_forwards(name, args, site),
            (Variant::ADJOINT, Some(site)) => self.change_back(name, args, site),
            (Variant::TANGENT, None) => self.change_along(name, args),
            (Variant::TANGENT, Some(site)) => self.change_forwards_with_tangents(name, args, site),
            (ADJOINT_TANGENT, Some(site)) => self.change_back_with_tangents(name, args, site),
            _ => trap(format!("`{name}`, which changes its arguments, differentiated once, not twice")),
        }
    }

    fn change_forwards(&mut self, name: &str, args: &[Arg], site: Option<&TapeSlot>) -> Result<()> {
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

    fn change_back(&mut self, name: &str, args: &[Arg], site: &TapeSlot) -> Result<()> {
        let Kept::Residual(residual) = self.restore(site)? else { return trap("a residual was expected") };
        let (function, taped) = self.ordinary(name)?;
        let (variables, tape) = (residual.variables.clone(), residual.tape.clone());
        let mut frame = Frame { library: self.library, variables, tape, left: false, run: None };
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
            frame.variables.insert(param.var.clone(), value.of_type(&param.ty));
            frame.variables.insert(param.var.tangent(), tangent.of_type(&param.ty));
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

    fn change_forwards_with_tangents(&mut self, name: &str, args: &[Arg], site: &TapeSlot) -> Result<()> {
        let (mut values, mut tangents) = (Vec::new(), Vec::new());
        for pair in args.chunks(2) {
            values.push(self.passed(&pair[0])?);
            tangents.push(self.shadow(&pair[1], &values[values.len() - 1])?);
        }
        let (function, taped) = self.twice(name)?;
        let (_, _, residual) = forward_with_tangents(self.library, function, taped, values, tangents)?;
        for (param, pair) in function.params.iter().zip(args.chunks(2)) {
            if matches!(pair[0], Arg::Exclusive(_)) {
                self.give_back(&pair[0], &residual.variables[&param.var])?;
                self.give_back(&pair[1], &residual.variables[&param.var.tangent()])?;
            }
        }
        self.tape.entry((site.id, site.roles)).or_default().push(Kept::Residual(Rc::new(residual)));
        Ok(())
    }

    fn change_back_with_tangents(&mut self, name: &str, args: &[Arg], site: &TapeSlot) -> Result<()> {
        let Kept::Residual(residual) = self.restore(site)? else { return trap("a residual was expected") };
        let (function, taped) = self.twice(name)?;
        let (variables, tape) = (residual.variables.clone(), residual.tape.clone());
        let mut frame = Frame { library: self.library, variables, tape, left: false, run: None };
        let roles = |param: &Param| {
            let gradient = param.var.adjoint().aged();
            [param.var.clone(), param.var.tangent(), gradient.clone(), gradient.tangent()]
        };
        for (param, four) in function.params.iter().zip(args.chunks(4)) {
            let vars = roles(param);
            if param.passing != Passing::Value {
                let value = self.passed(&four[0])?;
                let tangent = self.shadow(&four[1], &value)?;
                frame.variables.extend([(vars[0].clone(), value), (vars[1].clone(), tangent)]);
            }
            let zero = frame.variables[&param.var].zero_like();
            let exclusive = matches!(four[0], Arg::Exclusive(_));
            for k in [2, 3] {
                let shadow = if exclusive { self.shadow(&four[k], &zero)? } else { zero.clone() };
                frame.variables.insert(vars[k].clone(), shadow);
            }
        }
        let zero = frame.variables.get(&taped.result).ok_or_else(|| Trap("no result".into()))?.zero_like();
        let gradient = taped.result.adjoint().aged();
        frame.variables.extend([(gradient.tangent(), zero.clone()), (gradient, zero)]);
        frame.block(&taped.backward)?;
        for (param, four) in function.params.iter().zip(args.chunks(4)) {
            let exclusive = matches!(four[0], Arg::Exclusive(_));
            for (k, var) in roles(param).iter().enumerate() {
                let value = frame.variables[var].clone();
                match &four[k] {
                    _ if exclusive => self.give_back(&four[k], &value)?,
                    Arg::Shadow(Some(shadow)) if k >= 2 => self.update(shadow, UpdateOp::Add, &value)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// What stands beside an argument, or a zero.
    fn shadow(&mut self, arg: &Arg, like: &Value) -> Result<Value> {
        match arg {
            Arg::Shadow(Some(place)) => Ok(self.read(place)?.into_owned()),
            _ => Ok(like.zero_like()),
        }
    }

    fn give_back(&mut self, arg: &Arg, value: &Value) -> Result<()> {
        match arg {
            Arg::Exclusive(place) | Arg::Shadow(Some(place)) => self.store(place, value.clone()),
            _ => Ok(()),
        }
    }

    fn passed(&mut self, arg: &Arg) -> Result<Value> {
        match arg {
            Arg::Exclusive(place) => Ok(self.read(place)?.into_owned()),
            Arg::Shared(expr) => self.eval(expr),
            Arg::Shadow(_) => trap("a value was expected"),
        }
    }
}

fn adjoint(param: &Param) -> crate::Var {
    param.var.adjoint()
}
