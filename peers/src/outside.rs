//! Tools that are not Rust: a program of theirs is told the problem, and then how often to run, and says how long that took. What it
//! says is text: `problem` with the name, the sizes and the numbers, answered by the gradient; `run` with a count, answered by seconds.

use crate::measure::{Run, Way, What};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A tool, and how its program is started.
pub struct Outside {
    name: &'static str,
    /// The problems that it has.
    evals: &'static [&'static str],
    command: Vec<PathBuf>,
    /// What was built for it, and goes with it.
    built: Option<PathBuf>,
}

impl Drop for Outside {
    fn drop(&mut self) {
        // If it cannot be removed, it lies with other temporary files.
        let _ = self.built.as_ref().map(std::fs::remove_file);
    }
}

/// Those that are there; of the others a line is printed.
pub fn outside() -> Vec<Outside> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("outside");
    let mut found = Vec::new();
    for (name, tool) in [("JAX", jax(&here)), ("ADOL-C", adolc(&here))] {
        match tool {
            Ok(tool) => found.push(tool),
            Err(why) => println!("{}", json!({ "skipped": { "tool": name, "why": why } })),
        }
    }
    found
}

fn jax(here: &Path) -> Result<Outside, String> {
    let python = std::env::var_os("PYTHON").map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    succeed(Command::new(&python).args(["-c", "import jax"]))?;
    let evals = &["gmm", "ba", "lstm", "llsq", "lse", "ode"];
    Ok(Outside { name: "JAX", evals, command: vec![python, here.join("jax_peer.py")], built: None })
}

fn adolc(here: &Path) -> Result<Outside, String> {
    let program = std::env::temp_dir().join(format!("retrograde-adolc-{}", std::process::id()));
    let source = here.join("adolc_peer.cpp");
    succeed(
        Command::new("g++")
            .args(["-std=c++17", "-O3", "-march=native"])
            .arg(source)
            .arg("-o")
            .arg(&program)
            .arg("-ladolc"),
    )?;
    let evals = &["gmm", "ba", "lstm", "det", "llsq", "lse", "ode"];
    Ok(Outside { name: "ADOL-C", evals, command: vec![program.clone()], built: Some(program) })
}

/// Runs a command; the last line of what it complains about if it fails.
fn succeed(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first_error = lines.clone().find(|line| line.contains("error"));
    Err(first_error.or_else(|| lines.next_back()).unwrap_or("it fails").to_owned())
}

/// The ways of all tools that have a problem.
pub fn ways<'c>(tools: &[Outside], eval: &str, sizes: &[usize], numbers: &[&[f64]]) -> Vec<Way<'c>> {
    let having = tools.iter().filter(|tool| tool.evals.contains(&eval));
    having
        .map(|tool| {
            let run = Box::new(Program::start(tool, eval, sizes, &numbers.concat()));
            Way { tool: tool.name, what: What::Gradient, keeps: true, run }
        })
        .collect()
}

struct Program {
    name: &'static str,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    gradient: Vec<f64>,
}

impl Program {
    fn start(tool: &Outside, eval: &str, sizes: &[usize], numbers: &[f64]) -> Self {
        let (program, args) = tool.command.split_first().expect("there is a program");
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", tool.name));
        let input = child.stdin.take().expect("it reads from a pipe");
        let output = BufReader::new(child.stdout.take().expect("it writes to a pipe"));
        let mut program = Program { name: tool.name, child, input, output, gradient: Vec::new() };
        let mut problem = format!("problem {eval} {}", sizes.len());
        sizes.iter().for_each(|size| problem.push_str(&format!(" {size}")));
        problem.push_str(&format!(" {}", numbers.len()));
        numbers.iter().for_each(|number| problem.push_str(&format!(" {number:e}")));
        program.gradient = program.ask(&problem);
        program
    }

    fn ask(&mut self, question: &str) -> Vec<f64> {
        let mut answer = String::new();
        let told = writeln!(self.input, "{question}").and_then(|()| self.input.flush());
        let read = told.and_then(|()| self.output.read_line(&mut answer));
        match read.map(|_| answer.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()) {
            Ok(Ok(numbers)) if !numbers.is_empty() => numbers,
            _ => panic!("{} does not answer as it should", self.name),
        }
    }
}

impl Run for Program {
    fn run(&mut self) {
        self.seconds(1);
    }

    fn seconds(&mut self, count: u32) -> f64 {
        self.ask(&format!("run {count}"))[0]
    }

    fn counts_memory(&self) -> bool {
        false
    }

    fn result(&self) -> Vec<f64> {
        self.gradient.clone()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
