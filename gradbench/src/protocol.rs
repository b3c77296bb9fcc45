//! The protocol: a line of JSON comes in, a line of JSON goes out, and both have the same `id`. Nothing that comes in stops the tool.

use crate::evaluation::Timing;
use crate::modules::MODULES;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{BufRead, Result, Write};

#[derive(Deserialize)]
struct Message {
    id: Value,
    kind: String,
    module: Option<String>,
    function: Option<String>,
    input: Option<Value>,
}

#[derive(Default, Serialize)]
struct Reply {
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<Vec<Timing>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Reply {
    fn failure(id: Value, error: String) -> Self {
        Reply { id, success: Some(false), error: Some(error), ..Reply::default() }
    }
}

/// Answers every line until there are no more.
///
/// # Errors
///
/// If a line cannot be read or a reply cannot be written.
pub fn answer_all(input: impl BufRead, mut output: impl Write) -> Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        if !line.trim_ascii().is_empty() {
            writeln!(output, "{}", answer(&line))?;
            output.flush()?;
        }
    }
    Ok(())
}

/// The reply to one message.
///
/// ```
/// let reply = retrograde_gradbench::protocol::answer(br#"{ "id": 1, "kind": "define", "module": "hello" }"#);
/// assert_eq!(reply, r#"{"id":1,"success":true}"#);
/// ```
pub fn answer(line: &[u8]) -> String {
    let reply = match serde_json::from_slice::<Value>(line) {
        Err(error) => Reply::failure(Value::Null, format!("this is not JSON: {error}")),
        Ok(value) => {
            let id = value.get("id").cloned().unwrap_or(Value::Null);
            match serde_json::from_value::<Message>(value) {
                Err(error) => Reply::failure(id, format!("this is not a message: {error}")),
                Ok(message) => reply(message),
            }
        }
    };
    serde_json::to_string(&reply).expect("a reply is made of strings and JSON values")
}

fn reply(message: Message) -> Reply {
    let Message { id, kind, module, function, input } = message;
    match kind.as_str() {
        "start" => Reply { id, tool: Some("retrograde"), ..Reply::default() },
        "define" => match find(module.as_deref()) {
            Ok(_) => Reply { id, success: Some(true), ..Reply::default() },
            Err(error) => Reply::failure(id, error),
        },
        "evaluate" => match evaluate(module.as_deref(), function.as_deref(), input) {
            Ok((output, timings)) => {
                Reply { id, success: Some(true), output: Some(output), timings: Some(timings), ..Reply::default() }
            }
            Err(error) => Reply::failure(id, error),
        },
        // Every other message only asks to be acknowledged.
        _ => Reply { id, ..Reply::default() },
    }
}

fn find(module: Option<&str>) -> std::result::Result<&'static crate::modules::Module, String> {
    let name = module.ok_or("the message has no `module`")?;
    MODULES.iter().find(|module| module.name == name).ok_or_else(|| format!("there is no module `{name}`"))
}

fn evaluate(
    module: Option<&str>,
    function: Option<&str>,
    input: Option<Value>,
) -> std::result::Result<(Value, Vec<Timing>), String> {
    let module = find(module)?;
    let name = function.ok_or("the message has no `function`")?;
    let (_, evaluate) = module
        .functions
        .iter()
        .find(|(function, _)| *function == name)
        .ok_or_else(|| format!("the module `{}` has no function `{name}`", module.name))?;
    evaluate(input.ok_or("the message has no `input`")?)
}
