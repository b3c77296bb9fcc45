//! A long short-term memory. The gates of all steps are kept.

use retrograde_gradbench::modules::lstm::Network;

/// What one bit of one layer does in a step.
#[derive(Clone, Copy, Default)]
struct Gates {
    signal: f64,
    hidden: f64,
    forget: f64,
    input: f64,
    output: f64,
    change: f64,
    before: f64,
    tanh: f64,
}

/// Room for all steps.
#[derive(Default)]
pub struct Buffers {
    gates: Vec<Gates>,
    /// what comes out of the layers, by steps
    last: Vec<f64>,
    /// the exponentials of the predictions over their sum, by steps
    shares: Vec<f64>,
    hidden: Vec<f64>,
    cell: Vec<f64>,
    signal: Vec<f64>,
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Buffers {
    /// The gradient with respect to the parameters of the layers and then to the others.
    pub fn gradient(&mut self, network: &Network, out: &mut Vec<f64>) {
        let Network { main, extra, state, sequence, bits } = network;
        let bits = *bits;
        let (layers, steps) = (state.len() / (2 * bits), sequence.len() / bits - 1);
        let Buffers { gates, last, shares, hidden, cell, signal } = self;
        gates.clear();
        last.clear();
        shares.clear();
        for list in [&mut *hidden, &mut *cell] {
            list.resize(layers * bits, 0.0);
        }
        signal.resize(bits, 0.0);
        for (layer, state) in state.chunks(2 * bits).enumerate() {
            hidden[layer * bits..(layer + 1) * bits].copy_from_slice(&state[..bits]);
            cell[layer * bits..(layer + 1) * bits].copy_from_slice(&state[bits..]);
        }
        for t in 0..steps {
            for i in 0..bits {
                signal[i] = sequence[t * bits + i] * extra[i];
            }
            for layer in 0..layers {
                let (weights, biases) = main[layer * 8 * bits..(layer + 1) * 8 * bits].split_at(4 * bits);
                let hidden = &mut hidden[layer * bits..(layer + 1) * bits];
                let cell = &mut cell[layer * bits..(layer + 1) * bits];
                for i in 0..bits {
                    let gate = |x: f64, k: usize| x * weights[k * bits + i] + biases[k * bits + i];
                    let mut kept = Gates { signal: signal[i], hidden: hidden[i], before: cell[i], ..Gates::default() };
                    kept.forget = sigmoid(gate(signal[i], 0));
                    kept.input = sigmoid(gate(hidden[i], 1));
                    kept.output = sigmoid(gate(signal[i], 2));
                    kept.change = gate(hidden[i], 3).tanh();
                    cell[i] = cell[i] * kept.forget + kept.input * kept.change;
                    kept.tanh = cell[i].tanh();
                    signal[i] = kept.output * kept.tanh;
                    hidden[i] = signal[i];
                    gates.push(kept);
                }
            }
            last.extend_from_slice(signal);
            let first = shares.len();
            shares.extend((0..bits).map(|i| (signal[i] * extra[bits + i] + extra[2 * bits + i]).exp()));
            let sum = 2.0 + shares[first..].iter().sum::<f64>();
            shares[first..].iter_mut().for_each(|share| *share /= sum);
        }

        out.clear();
        out.resize(main.len() + extra.len(), 0.0);
        let (main_adj, extra_adj) = out.split_at_mut(main.len());
        // From here on these are gradients.
        hidden.fill(0.0);
        cell.fill(0.0);
        let seed = -1.0 / (bits * steps) as f64;
        for t in (0..steps).rev() {
            let wanted = &sequence[(t + 1) * bits..(t + 2) * bits];
            let total = wanted.iter().sum::<f64>();
            for i in 0..bits {
                let g = seed * (wanted[i] - total * shares[t * bits + i]);
                extra_adj[bits + i] += g * last[t * bits + i];
                extra_adj[2 * bits + i] += g;
                signal[i] = g * extra[bits + i];
            }
            for layer in (0..layers).rev() {
                let weights = &main[layer * 8 * bits..(layer * 8 + 4) * bits];
                let (weights_adj, biases_adj) =
                    main_adj[layer * 8 * bits..(layer + 1) * 8 * bits].split_at_mut(4 * bits);
                let hidden = &mut hidden[layer * bits..(layer + 1) * bits];
                let cell = &mut cell[layer * bits..(layer + 1) * bits];
                let gates = &gates[(t * layers + layer) * bits..(t * layers + layer + 1) * bits];
                for i in 0..bits {
                    let kept = &gates[i];
                    let g = signal[i] + hidden[i];
                    let cell_adj = cell[i] + g * kept.output * (1.0 - kept.tanh * kept.tanh);
                    let slope = |gate: f64| gate * (1.0 - gate);
                    let adj = [
                        cell_adj * kept.before * slope(kept.forget),
                        cell_adj * kept.change * slope(kept.input),
                        g * kept.tanh * slope(kept.output),
                        cell_adj * kept.input * (1.0 - kept.change * kept.change),
                    ];
                    for (k, x) in [kept.signal, kept.hidden, kept.signal, kept.hidden].into_iter().enumerate() {
                        weights_adj[k * bits + i] += adj[k] * x;
                        biases_adj[k * bits + i] += adj[k];
                    }
                    signal[i] = adj[0] * weights[i] + adj[2] * weights[2 * bits + i];
                    hidden[i] = adj[1] * weights[bits + i] + adj[3] * weights[3 * bits + i];
                    cell[i] = cell_adj * kept.forget;
                }
            }
            for i in 0..bits {
                extra_adj[i] += signal[i] * sequence[t * bits + i];
            }
        }
    }
}
