//! Inputs are expanded in a process of their own, which may overflow its stack or never end: the one who asks knows the input.

use super::corpus::Subject;
use super::judge::{self, Failure, SLOW, STACK, Verdict};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The argument that makes this program such a process.
pub const ARGUMENT: &str = "--child";

/// Answers every line of the input with a line.
pub fn main() -> ExitCode {
    judge::note_panics();
    let answer_all = || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            let Ok(subject) = serde_json::from_str(&line) else { continue };
            let verdict = judge::judge(&subject);
            println!("{}", serde_json::to_string(&verdict).expect("plain data"));
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(answer_all);
    let done = thread.expect("a thread").join();
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Such a process, started again whenever it is needed.
pub struct Child {
    running: Option<Running>,
    /// how many seconds on a processor an input may take before it is given up
    pub patience: u64,
}

struct Running {
    process: std::process::Child,
    answers: Receiver<String>,
}

impl Child {
    pub fn new(patience: u64) -> Self {
        Child { running: None, patience }
    }

    /// What comes of an input.
    pub fn judge(&mut self, subject: &Subject) -> Verdict {
        let running = self.running.get_or_insert_with(Running::start);
        match running.ask(subject, self.patience) {
            Ok(verdict) => verdict,
            Err(failure) => {
                self.running = None;
                Verdict::Failed(failure)
            }
        }
    }
}

impl Running {
    fn start() -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut process = Command::new(program)
            .args(["fuzz", ARGUMENT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this program starts");
        let (sender, answers) = channel();
        let output = process.stdout.take().expect("piped");
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Running { process, answers }
    }

    fn ask(&mut self, subject: &Subject, patience: u64) -> Result<Verdict, Failure> {
        let line = serde_json::to_string(subject).expect("plain data");
        // If it has ended, the answer says so.
        let _ = writeln!(self.process.stdin.as_mut().expect("piped"), "{line}");
        let mut since = None;
        let mut waited = 0;
        loop {
            match self.answers.recv_timeout(Duration::from_secs(1)) {
                Ok(answer) => return Ok(serde_json::from_str(&answer).expect("a verdict")),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {
                    waited += 1;
                    let taken = match self.processor_seconds() {
                        Some(seconds) => seconds - *since.get_or_insert(seconds),
                        None => waited / 10,
                    };
                    if taken > patience {
                        let detail = format!("not done after {patience} s");
                        return Err(Failure { kind: SLOW.to_string(), detail });
                    }
                }
            }
        }
    }

    /// Why there is no answer.
    fn ended(&mut self) -> Failure {
        let status = self.process.wait();
        let mut said = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            let _ = errors.read_to_string(&mut said);
        }
        if said.contains("overflowed its stack") {
            return Failure { kind: "stack overflow".to_string(), detail: String::new() };
        }
        let kind = status.map_or_else(|error| error.to_string(), |status| format!("the process ended: {status}"));
        Failure { kind, detail: said }
    }

    /// How long it was on a processor, where the system tells it.
    fn processor_seconds(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        let (_, fields) = text.rsplit_once(')')?;
        let ticks: Vec<u64> =
            fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
        Some(ticks.iter().sum::<u64>() / 100)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
