//! A long short-term memory with diagonal weights that predicts each character of a text, bit by bit, from those before it.
//!
//! It is there twice. The ordinary function overwrites the state of the network at every step and keeps a tape; the reversible function
//! has the states of all steps beside each other and computes the gates again on the way back.

use super::Module;
use crate::evaluation::{Problem, clear, evaluate, flatten};
use retrograde::prelude::*;
use serde::Deserialize;

/// The module.
pub const MODULE: Module = Module {
    name: "lstm",
    functions: &[("objective", |input| evaluate(input, objective)), ("jacobian", |input| evaluate(input, jacobian))],
};

#[differentiable(tangent)]
#[inline]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss of the predictions. A layer has four weights and then four biases for each bit, by gates: forget, input, output, change. Its
/// state is a hidden value and a memory cell for each bit. Outside of the layers there are weights of the bits, and weights and biases of the
/// predictions.
#[differentiable(tangent)]
pub fn loss(main: &[f64], extra: &[f64], #[constant] state: &[f64], #[constant] sequence: &[f64], bits: usize) -> f64 {
    let layers = state.len() / (2 * bits);
    let steps = sequence.len() / bits - 1;
    let mut state = state.to_vec();
    let mut signal = vec![0.0; bits];
    let mut total = 0.0;
    for t in 0..steps {
        for i in 0..bits {
            signal[i] = sequence[t * bits + i] * extra[i];
        }
        for layer in 0..layers {
            let weights = &main[layer * 8 * bits..(layer * 8 + 4) * bits];
            let biases = &main[(layer * 8 + 4) * bits..(layer * 8 + 8) * bits];
            let at = 2 * layer * bits;
            for i in 0..bits {
                let hidden = state[at + i];
                let forget = sigmoid(signal[i] * weights[i] + biases[i]);
                let input = sigmoid(hidden * weights[bits + i] + biases[bits + i]);
                let output = sigmoid(signal[i] * weights[2 * bits + i] + biases[2 * bits + i]);
                let change = (hidden * weights[3 * bits + i] + biases[3 * bits + i]).tanh();
                let cell = state[at + bits + i] * forget + input * change;
                state[at + bits + i] = cell;
                signal[i] = output * cell.tanh();
                state[at + i] = signal[i];
            }
        }
        let mut sum = 2.0;
        for i in 0..bits {
            signal[i] = signal[i] * extra[bits + i] + extra[2 * bits + i];
            sum += signal[i].exp();
        }
        let norm = sum.ln();
        for i in 0..bits {
            total += sequence[(t + 1) * bits + i] * (signal[i] - norm);
        }
    }
    -total / (bits * steps) as f64
}

/// Adds the loss. `hidden` and `cells` have the state of each layer before the first step, and zeros for the states after each step, which
/// are computed; `signals` has zeros for what goes through the layers.
#[reversible(adjoint, tangent)]
#[allow(clippy::too_many_arguments, reason = "what a reversible function computes on the way is an argument")]
pub fn add_loss(
    value: &mut f64,
    hidden: &mut [f64],
    cells: &mut [f64],
    signals: &mut [f64],
    main: &[f64],
    extra: &[f64],
    #[constant] sequence: &[f64],
    bits: usize,
) {
    let steps = sequence.len() / bits - 1;
    let layers = main.len() / (8 * bits);
    for t in 0..steps {
        let first = t * (layers + 1) * bits;
        for i in 0..bits {
            signals[first + i] += sequence[t * bits + i] * extra[i];
        }
        for layer in 0..layers {
            let weights = &main[layer * 8 * bits..(layer * 8 + 4) * bits];
            let biases = &main[(layer * 8 + 4) * bits..(layer * 8 + 8) * bits];
            let old = (t * layers + layer) * bits;
            let new = old + layers * bits;
            let before = first + layer * bits;
            let after = before + bits;
            for i in 0..bits {
                let forget = sigmoid(signals[before + i] * weights[i] + biases[i]);
                let input = sigmoid(hidden[old + i] * weights[bits + i] + biases[bits + i]);
                let output = sigmoid(signals[before + i] * weights[2 * bits + i] + biases[2 * bits + i]);
                let change = (hidden[old + i] * weights[3 * bits + i] + biases[3 * bits + i]).tanh();
                cells[new + i] += cells[old + i] * forget + input * change;
                hidden[new + i] += output * cells[new + i].tanh();
                signals[after + i] += hidden[new + i];
            }
        }
        let last = first + layers * bits;
        let mut sum = 2.0;
        for i in 0..bits {
            sum += (signals[last + i] * extra[bits + i] + extra[2 * bits + i]).exp();
        }
        let norm = sum.ln();
        for i in 0..bits {
            let predicted = signals[last + i] * extra[bits + i] + extra[2 * bits + i];
            *value -= sequence[(t + 1) * bits + i] * (predicted - norm) / (bits * steps) as f64;
        }
    }
}

#[derive(Deserialize)]
#[doc(hidden)]
pub struct Input {
    main_params: Vec<Vec<f64>>,
    extra_params: Vec<Vec<f64>>,
    state: Vec<Vec<f64>>,
    sequence: Vec<Vec<f64>>,
}

/// A network and a text.
#[derive(Clone, Debug)]
pub struct Network {
    /// the weights and biases of the layers
    pub main: Vec<f64>,
    /// those outside of the layers
    pub extra: Vec<f64>,
    /// the state at first
    pub state: Vec<f64>,
    /// the text
    pub sequence: Vec<f64>,
    /// how many bits a character has
    pub bits: usize,
}

impl Problem for Network {
    type Input = Input;

    fn new(input: Input) -> Result<Self, String> {
        let Input { main_params, extra_params, state, sequence } = input;
        let bits = sequence.first().map_or(0, Vec::len);
        let layers = state.len() / 2;
        if bits == 0 || layers == 0 || sequence.len() < 2 {
            return Err("there must be a layer, and two characters of at least one bit".to_owned());
        }
        Ok(Network {
            main: flatten("main_params", &main_params, 2 * layers, 4 * bits)?,
            extra: flatten("extra_params", &extra_params, 3, bits)?,
            state: flatten("state", &state, 2 * layers, bits)?,
            sequence: flatten("sequence", &sequence, sequence.len(), bits)?,
            bits,
        })
    }
}

/// The loss.
pub fn objective(network: &Network, value: &mut f64) {
    let Network { main, extra, state, sequence, bits } = network;
    *value = loss(main, extra, state, sequence, *bits);
}

/// Its derivative with respect to the parameters of the layers and then to the others.
pub fn jacobian(network: &Network, gradient: &mut Vec<f64>) {
    ordinary_jacobian(network, gradient);
}

/// The derivative, from the ordinary function.
pub fn ordinary_jacobian(network: &Network, gradient: &mut Vec<f64>) {
    let Network { main, extra, state, sequence, bits } = network;
    gradient.resize(main.len() + extra.len(), 0.0);
    let (main_adj, extra_adj) = gradient.split_at_mut(main.len());
    loss::gradient_into(main, extra, state, sequence, *bits, main_adj, extra_adj);
}

/// What the reversible function computes with.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    /// the loss
    pub value: f64,
    hidden: Vec<f64>,
    cells: Vec<f64>,
    signals: Vec<f64>,
}

impl Steps {
    /// Before the first step.
    pub fn new(network: &Network) -> Self {
        let Network { state, sequence, bits, .. } = network;
        let steps = sequence.len() / bits - 1;
        let size = state.len() / 2;
        let (mut hidden, mut cells) = (vec![0.0; (steps + 1) * size], vec![0.0; (steps + 1) * size]);
        for (layer, state) in state.chunks(2 * bits).enumerate() {
            hidden[layer * bits..(layer + 1) * bits].copy_from_slice(&state[..*bits]);
            cells[layer * bits..(layer + 1) * bits].copy_from_slice(&state[*bits..]);
        }
        Steps { value: 0.0, hidden, cells, signals: vec![0.0; steps * (size + bits)] }
    }

    /// Takes all steps.
    pub fn call(&mut self, network: &Network) {
        let Network { main, extra, sequence, bits, .. } = network;
        let Steps { value, hidden, cells, signals } = self;
        add_loss(value, hidden, cells, signals, main, extra, sequence, *bits);
    }

    /// Takes them back.
    pub fn undo(&mut self, network: &Network) {
        let Network { main, extra, sequence, bits, .. } = network;
        let Steps { value, hidden, cells, signals } = self;
        add_loss::inverse(value, hidden, cells, signals, main, extra, sequence, *bits);
    }
}

/// The derivative, from the reversible function.
pub fn reversible_jacobian(network: &Network, gradient: &mut Vec<f64>) {
    let Network { main, extra, sequence, bits, .. } = network;
    clear(gradient, main.len() + extra.len());
    let (main_adj, extra_adj) = gradient.split_at_mut(main.len());
    let mut steps = Steps::new(network);
    steps.call(network);
    let Steps { mut value, mut hidden, mut cells, mut signals } = steps;
    let (mut hidden_adj, mut cells_adj) = (vec![0.0; hidden.len()], vec![0.0; cells.len()]);
    let mut signals_adj = vec![0.0; signals.len()];
    add_loss::adjoint(
        &mut value,
        &mut 1.0,
        &mut hidden,
        &mut hidden_adj,
        &mut cells,
        &mut cells_adj,
        &mut signals,
        &mut signals_adj,
        main,
        main_adj,
        extra,
        extra_adj,
        sequence,
        Inactive,
        *bits,
        Inactive,
    );
}
