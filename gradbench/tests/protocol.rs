//! Sessions of the protocol, and messages that are wrong.

use retrograde_gradbench::protocol::answer;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

fn reply(message: &Value) -> Value {
    serde_json::from_str(&answer(message.to_string().as_bytes())).unwrap()
}

fn evaluate(module: &str, function: &str, input: &Value) -> Value {
    reply(&json!({ "id": 7, "kind": "evaluate", "module": module, "function": function, "input": input }))
}

#[track_caller]
fn assert_failure(reply: &Value, id: &Value, words: &str) {
    assert_eq!((&reply["id"], &reply["success"]), (id, &json!(false)));
    let error = reply["error"].as_str().unwrap();
    assert!(error.contains(words), "{error:?} does not say {words:?}");
    assert!(reply.get("output").is_none());
}

#[test]
fn a_session() {
    let messages = concat!(
        r#"{ "id": 0, "kind": "start", "eval": "hello" }"#,
        "\n",
        r#"{ "id": 1, "kind": "define", "module": "hello" }"#,
        "\n\n",
        r#"{ "id": 2, "kind": "evaluate", "module": "hello", "function": "square", "input": 3 }"#,
        "\n",
        r#"{ "id": 3, "kind": "analysis", "of": 2, "valid": true }"#,
        "\nthis is no message\n",
        r#"{ "id": 4, "kind": "evaluate", "module": "hello", "function": "double", "input": 9.0 }"#,
    );
    let mut tool = Command::new(env!("CARGO_BIN_EXE_retrograde-gradbench"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    tool.stdin.take().unwrap().write_all(messages.as_bytes()).unwrap();
    let output = tool.wait_with_output().unwrap();
    assert!(output.status.success());
    let replies: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(replies.len(), 6);
    assert_eq!(replies[0], json!({ "id": 0, "tool": "retrograde" }));
    assert_eq!(replies[1], json!({ "id": 1, "success": true }));
    assert_eq!((&replies[2]["id"], &replies[2]["output"]), (&json!(2), &json!(9.0)));
    assert_eq!(replies[3], json!({ "id": 3 }));
    assert_failure(&replies[4], &Value::Null, "this is not JSON");
    assert_eq!((&replies[5]["success"], &replies[5]["output"]), (&json!(true), &json!(18.0)));
}

#[test]
fn runs_are_counted_and_timed() {
    let reply = evaluate("llsq", "gradient", &json!({ "x": [0.5, 0.25], "n": 4, "min_runs": 5, "min_seconds": 0 }));
    let timings = reply["timings"].as_array().unwrap();
    let names: Vec<_> = timings.iter().map(|timing| timing["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["prepare", "evaluate", "evaluate", "evaluate", "evaluate", "evaluate"]);
    assert!(timings.iter().all(|timing| timing["nanoseconds"].is_u64()));
    assert_eq!(reply["output"].as_array().unwrap().len(), 2);

    let reply = evaluate("lse", "primal", &json!({ "x": [0.0], "min_runs": 1, "min_seconds": 0.01 }));
    let total: u64 =
        reply["timings"].as_array().unwrap()[1..].iter().map(|timing| timing["nanoseconds"].as_u64().unwrap()).sum();
    assert!(total >= 10_000_000);
}

#[test]
fn every_module_answers() {
    let model = |bones: usize| {
        let unit = json!([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]);
        json!({
            "bone_count": bones, "bone_names": vec!["bone"; bones], "parents": vec![-1; bones], "base_relatives": vec![unit.clone(); bones],
            "inverse_base_absolutes": vec![unit; bones], "base_positions": [[1.0, 2.0, 3.0, 1.0]], "weights": [vec![1.0; bones]],
            "triangles": [[0, 0, 0]], "is_mirrored": false,
        })
    };
    let hand = |us: Value| {
        let data = json!({ "model": model(22), "correspondences": [0], "points": [[0.0, 0.0, 0.0]] });
        json!({ "theta": vec![0.5; 26], "data": data, "us": us })
    };
    let mixture = json!({
        "d": 2, "k": 1, "n": 1, "alpha": [0.0], "mu": [[0.0, 0.0]], "q": [[0.0, 0.0]], "l": [[0.0]], "x": [[1.0, 0.0]], "m": 0, "gamma": 1.0,
    });
    let bundle =
        json!({ "n": 1, "m": 1, "p": 2, "cam": vec![0.5; 11], "x": [1.0, 2.0, 3.0], "w": 0.5, "feat": [1.0, 2.0] });
    let network = json!({ "main_params": vec![[0.0; 4]; 2], "extra_params": [[0.0], [0.0], [0.0]], "state": [[0.0], [0.0]], "sequence": [[1.0], [0.0]] });

    let output = |module, function, input: &Value| {
        let reply = evaluate(module, function, input);
        assert_eq!(reply["success"], json!(true), "{reply}");
        reply["output"].clone()
    };
    assert_eq!(output("det", "primal", &json!({ "A": [1.0, 2.0, 3.0, 4.0], "ell": 2 })), json!(-2.0));
    assert_eq!(
        output("det", "gradient", &json!({ "A": [1.0, 2.0, 3.0, 4.0], "ell": 2 })),
        json!([4.0, -3.0, -2.0, 1.0])
    );
    assert_eq!(output("ode", "primal", &json!({ "x": [1.5, 1.0], "s": 1 })), json!([3.0, 3.0]));
    assert_eq!(output("lse", "gradient", &json!({ "x": [1.0, 1.0] })), json!([0.5, 0.5]));
    let gradient = output("gmm", "jacobian", &mixture);
    assert_eq!(gradient, json!({ "alpha": [0.0], "mu": [[1.0, 0.0]], "q": [[-1.0, 0.0]], "l": [[0.0]] }));
    assert!(output("gmm", "objective", &mixture).is_f64());
    let errors = output("ba", "objective", &bundle);
    assert_eq!(errors["w_err"], json!({ "element": 0.75, "repeated": 2 }));
    assert_eq!(errors["reproj_error"]["elements"].as_array().unwrap().len(), 2);
    let jacobian = output("ba", "jacobian", &bundle);
    assert_eq!(["rows", "cols", "vals"].map(|part| jacobian[part].as_array().unwrap().len()), [8, 31, 31]);
    assert_eq!(jacobian["vals"][30], json!(-1.0));
    assert_eq!(output("lstm", "jacobian", &network).as_array().unwrap().len(), 11);
    assert_eq!(output("ht", "objective", &hand(json!([]))).as_array().unwrap().len(), 3);
    assert_eq!(output("ht", "jacobian", &hand(json!([])))[0].as_array().unwrap().len(), 26);
    assert_eq!(output("ht", "jacobian", &hand(json!([[0.5, 0.25]])))[2].as_array().unwrap().len(), 28);
}

#[test]
fn wrong_messages() {
    let id = json!(7);
    assert_failure(&reply(&json!([])), &Value::Null, "this is not a message");
    assert_failure(&reply(&json!({ "id": 7 })), &id, "missing field `kind`");
    assert_failure(&reply(&json!({ "id": 7, "kind": 3 })), &id, "expected a string");
    assert_failure(&reply(&json!({ "kind": "start", "module": "hello" })), &Value::Null, "missing field `id`");
    assert_failure(&reply(&json!({ "id": 7, "kind": "define" })), &id, "has no `module`");
    assert_failure(
        &reply(&json!({ "id": 7, "kind": "define", "module": "kmeans" })),
        &id,
        "there is no module `kmeans`",
    );
    assert_failure(&evaluate("kmeans", "cost", &json!({})), &id, "there is no module `kmeans`");
    assert_failure(&evaluate("hello", "triple", &json!(1.0)), &id, "`hello` has no function `triple`");
    assert_failure(&reply(&json!({ "id": 7, "kind": "evaluate", "module": "hello" })), &id, "has no `function`");
    let without = json!({ "id": 7, "kind": "evaluate", "module": "hello", "function": "square" });
    assert_failure(&reply(&without), &id, "has no `input`");
    assert_eq!(reply(&json!({ "id": 7, "kind": "farewell" })), json!({ "id": 7 }));
    let bytes: Value = serde_json::from_str(&answer(b"\xff\xfe")).unwrap();
    assert_failure(&bytes, &Value::Null, "this is not JSON");
}

#[test]
fn wrong_inputs() {
    let id = json!(7);
    assert_failure(&evaluate("hello", "square", &json!("nine")), &id, "expected f64");
    assert_failure(&evaluate("hello", "square", &json!({ "x": 1.0 })), &id, "expected f64");
    assert_failure(&evaluate("llsq", "primal", &json!({ "x": [1.0] })), &id, "missing field `n`");
    assert_failure(&evaluate("llsq", "primal", &json!({ "x": [1.0], "n": 1 })), &id, "`n` is 1");
    assert_failure(&evaluate("llsq", "primal", &json!({ "x": [1.0], "n": -2 })), &id, "invalid value");
    assert_failure(&evaluate("lse", "gradient", &json!({ "x": [] })), &id, "`x` is empty");
    assert_failure(&evaluate("lse", "primal", &json!({ "x": [1.0], "min_runs": "many" })), &id, "invalid type");
    assert_failure(&evaluate("ode", "primal", &json!({ "x": [], "s": 1 })), &id, "`x` is empty");
    assert_failure(
        &evaluate("det", "primal", &json!({ "A": [1.0, 2.0], "ell": 2 })),
        &id,
        "`A` has the length 2, not 4",
    );
    assert_failure(&evaluate("det", "primal", &json!({ "A": [], "ell": 0 })), &id, "`ell` is 0");
    let mixture = json!({
        "d": 2, "k": 1, "n": 1, "alpha": [0.0], "mu": [[0.0]], "q": [[0.0, 0.0]], "l": [[0.0]], "x": [[1.0, 0.0]], "m": 0, "gamma": 1.0,
    });
    assert_failure(&evaluate("gmm", "jacobian", &mixture), &id, "`mu[0]` has the length 1, not 2");
    let bundle = json!({ "n": 1, "m": 1, "p": 1, "cam": [0.5], "x": [1.0, 2.0, 3.0], "w": 0.5, "feat": [1.0, 2.0] });
    assert_failure(&evaluate("ba", "jacobian", &bundle), &id, "`cam` has 1 numbers");
    let network = json!({ "main_params": vec![[0.0; 4]], "extra_params": [[0.0], [0.0], [0.0]], "state": [[0.0], [0.0]], "sequence": [[1.0], [0.0]] });
    assert_failure(&evaluate("lstm", "objective", &network), &id, "`main_params` has the length 1, not 2");
    assert_failure(&evaluate("ht", "jacobian", &json!({ "theta": [], "us": [] })), &id, "missing field `data`");
}
