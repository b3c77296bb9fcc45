//! Tools that are not Rust: a program of theirs is told the problem, and then how often to run, and says how long that took. What it
//! says is text: `problem` with the name, the sizes and the numbers, answered by the gradient; `run` with a count, answered by seconds. One is
//! plain C++, which computes the functions only.

use crate::limits::Choice;
use crate::measure::{Run, Way, What};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A tool, and how its program is started.
pub struct Outside {
    name: &'static str,
    what: What,
    /// The problems that it has.
    evals: &'static [&'static str],
    command: Vec<PathBuf>,
    /// Where it was built, which goes with it.
    built: Option<PathBuf>,
}

impl Drop for Outside {
    fn drop(&mut self) {
        // If it cannot be removed, it lies with other temporary files.
        let _ = self.built.as_ref().map(std::fs::remove_dir_all);
    }
}

/// Those that are there; of the others a line is printed.
pub fn outside() -> Vec<Outside> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("outside");
    let mut found = Vec::new();
    for (name, tool) in [("JAX", jax(&here)), ("ADOL-C", adolc(&here)), ("C++", plain(&here))] {
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
    let evals = &["gmm", "ba", "lstm", "llsq", "lse", "ode", "embedding", "mul", "mlp"];
    let command = vec![python, here.join("jax_peer.py")];
    Ok(Outside { name: "JAX", what: What::Gradient, evals, command, built: None })
}

fn adolc(here: &Path) -> Result<Outside, String> {
    let program = compiled(here, "adolc_peer.cpp", &["-ladolc"])?;
    let evals = &["gmm", "ba", "lstm", "det", "llsq", "lse", "ode", "embedding", "bessel", "dot", "mul", "mlp"];
    Ok(built("ADOL-C", What::Gradient, evals, program))
}

fn plain(here: &Path) -> Result<Outside, String> {
    let program = compiled(here, "plain_peer.cpp", &[])?;
    let evals = &["gmm", "ba", "lstm", "ht", "det", "llsq", "lse", "ode", "embedding", "bessel", "dot", "mul", "mlp"];
    Ok(built("C++", What::Primal, evals, program))
}

fn built(name: &'static str, what: What, evals: &'static [&'static str], program: PathBuf) -> Outside {
    let folder = program.parent().map(Path::to_path_buf);
    Outside { name, what, evals, command: vec![program], built: folder }
}

/// Compiles for the same processors as this program was compiled for.
fn compiled(here: &Path, source: &str, libraries: &[&str]) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("retrograde-{source}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let program = folder.join("program");
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-O3"]).args(cfg!(target_feature = "avx2").then_some("-march=native"));
    succeed(command.arg(here.join(source)).arg("-o").arg(&program).args(libraries)).inspect_err(|_| {
        // Nothing is in it.
        let _ = std::fs::remove_dir_all(&folder);
    })?;
    Ok(program)
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

/// The ways of all tools that have a problem: they are told its name, its sizes and its numbers.
pub fn ways<'c>(choice: &Choice, name: &str, sizes: &[usize], numbers: &[&[f64]]) -> Vec<Way<'c>> {
    let having = choice.outside().iter().filter(|tool| tool.evals.contains(&name) && choice.takes(tool.name));
    let started = having.filter_map(|tool| match Program::start(tool, name, sizes, numbers) {
        Ok(program) => Some(Way { tool: tool.name, what: tool.what, keeps: true, prepared: 0, run: Box::new(program) }),
        Err(why) => {
            choice.leave_out(tool.name, &why);
            None
        }
    });
    started.collect()
}

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Where it may keep files.
    folder: Option<PathBuf>,
    gradient: Vec<f64>,
    failure: Option<String>,
}

impl Program {
    fn start(tool: &Outside, name: &str, sizes: &[usize], numbers: &[&[f64]]) -> Result<Self, String> {
        let (program, args) = tool.command.split_first().expect("there is a program");
        let mut child = Command::new(program)
            .args(args)
            // A long tape becomes a file there.
            .current_dir(tool.built.as_deref().unwrap_or(Path::new(".")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("it does not start: {error}"))?;
        let input = child.stdin.take().expect("it reads from a pipe");
        let output = BufReader::new(child.stdout.take().expect("it writes to a pipe"));
        let folder = tool.built.clone();
        let mut program = Program { child, input, output, folder, gradient: Vec::new(), failure: None };
        let mut text = format!("problem {name} {}", sizes.len());
        sizes.iter().for_each(|size| text.push_str(&format!(" {size}")));
        text.push_str(&format!(" {}", numbers.iter().map(|part| part.len()).sum::<usize>()));
        numbers.iter().copied().flatten().for_each(|number| text.push_str(&format!(" {number:e}")));
        program.gradient = program.ask(&text)?;
        Ok(program)
    }

    fn ask(&mut self, question: &str) -> Result<Vec<f64>, String> {
        let mut answer = String::new();
        let told = writeln!(self.input, "{question}").and_then(|()| self.input.flush());
        let read = told.and_then(|()| self.output.read_line(&mut answer));
        match read.map(|_| answer.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()) {
            Ok(Ok(numbers)) if !numbers.is_empty() => Ok(numbers),
            _ => Err("it does not answer as it should".into()),
        }
    }
}

impl Run for Program {
    fn run(&mut self) {
        self.seconds(1);
    }

    fn seconds(&mut self, count: u32) -> f64 {
        let answer = if self.failure.is_some() { Ok(vec![f64::INFINITY]) } else { self.ask(&format!("run {count}")) };
        answer.map(|seconds| seconds[0]).unwrap_or_else(|why| {
            self.failure = Some(why);
            f64::INFINITY
        })
    }

    fn bytes_elsewhere(&self) -> Option<f64> {
        let files = self.folder.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
        let on_disk: u64 = files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum();
        Some(on_disk as f64 + most_memory(self.child.id()).unwrap_or(0.0))
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
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

/// The most memory that a process has had, in bytes, where the system tells.
fn most_memory(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(script: &str) -> Result<Program, String> {
        let command = ["sh", "-c", script].iter().map(PathBuf::from).collect();
        let tool = Outside { name: "a tool", what: What::Gradient, evals: &[], command, built: None };
        Program::start(&tool, "lse", &[], &[&[1.0, 2.0]])
    }

    #[test]
    fn a_program_is_told_a_problem_and_runs() {
        let mut program = started("read problem; echo ${problem##* } 0.5; read run; echo 0.25; read more").unwrap();
        assert_eq!(program.result(), [2.0, 0.5]);
        assert_eq!(program.seconds(3), 0.25);
        assert!(program.failure().is_none() && program.bytes_elsewhere() > Some(0.0));
    }

    #[test]
    fn a_program_that_fails_says_so_and_ends_nothing() {
        assert!(started("exit 1").is_err());
        assert!(started("read problem; echo nothing").is_err());
        let mut program = started("read problem; echo 1; read run").unwrap();
        assert_eq!(program.seconds(1), f64::INFINITY);
        assert_eq!(program.failure(), Some("it does not answer as it should"));
        assert_eq!(program.seconds(1), f64::INFINITY);
    }
}
