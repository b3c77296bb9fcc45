"""JAX on the problems of GradBench and of the papers: told a problem, then how often to run it, over standard input. See `src/outside.rs`.

The functions are written as one writes them for JAX, on whole arrays. Compiling is not timed, and a run is over when its result is there.
"""

import os
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import logsumexp

jax.config.update("jax_enable_x64", True)


def lse(sizes, numbers):
    return jax.grad(logsumexp), (numbers,)


def llsq(sizes, numbers):
    def squares(x):
        t = jnp.linspace(-1.0, 1.0, sizes[0])
        error = jnp.sign(t) - jnp.polyval(x[::-1], t)
        return jnp.sum(error * error) / 2

    return jax.grad(squares), (numbers,)


def ode(sizes, numbers):
    h = 2.0 / sizes[0]

    def last(x):
        def rates(y):
            return x * jnp.concatenate([jnp.ones(1), y[:-1]])

        def step(y, _):
            k1 = rates(y)
            k2 = rates(y + h / 2 * k1)
            k3 = rates(y + h / 2 * k2)
            k4 = rates(y + h * k3)
            return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), None

        return jax.lax.scan(step, jnp.zeros_like(x), None, length=sizes[0])[0][-1]

    return jax.grad(last), (numbers,)


def gmm(sizes, numbers):
    d, k, n, m = sizes
    triangle = d * (d - 1) // 2
    parts = np.split(numbers, np.cumsum([k, k * d, k * d, k * triangle, n * d]))
    alpha, mu, q, l = parts[0], parts[1].reshape(k, d), parts[2].reshape(k, d), parts[3].reshape(k, triangle)
    x, gamma = jnp.array(parts[4].reshape(n, d)), parts[5][0]
    columns, rows = np.triu_indices(d, 1)

    def log_posterior(alpha, mu, q, l):
        diagonal = jnp.exp(q)
        lower = jnp.zeros((k, d, d)).at[:, rows, columns].set(l)
        matrices = lower + jax.vmap(jnp.diag)(diagonal)
        product = jnp.einsum("kij,nkj->nki", matrices, x[:, None, :] - mu[None, :, :])
        terms = alpha + jnp.sum(q, 1) - 0.5 * jnp.sum(product * product, 2)
        value = jnp.sum(logsumexp(terms, axis=1)) - n * logsumexp(alpha)
        square = jnp.sum(diagonal * diagonal) + jnp.sum(l * l)
        return value + m * jnp.sum(q) - 0.5 * gamma * gamma * square

    return jax.grad(log_posterior, argnums=(0, 1, 2, 3)), (alpha, mu, q, l)


def lstm(sizes, numbers):
    layers, characters, bits = sizes
    parts = np.split(numbers, np.cumsum([8 * layers * bits, 3 * bits, 2 * layers * bits]))
    state = jnp.array(parts[2].reshape(layers, 2, bits))
    sequence = jnp.array(parts[3].reshape(characters, bits))

    def loss(main, extra):
        weights = main.reshape(layers, 2, 4, bits)
        extra = extra.reshape(3, bits)

        def step(state, pair):
            signal, wanted = pair[0] * extra[0], pair[1]
            states = []
            for layer in range(layers):
                hidden, cell = state[layer, 0], state[layer, 1]
                w, b = weights[layer, 0], weights[layer, 1]
                forget = jax.nn.sigmoid(signal * w[0] + b[0])
                taken = jax.nn.sigmoid(hidden * w[1] + b[1])
                output = jax.nn.sigmoid(signal * w[2] + b[2])
                change = jnp.tanh(hidden * w[3] + b[3])
                cell = cell * forget + taken * change
                signal = output * jnp.tanh(cell)
                states.append(jnp.stack([signal, cell]))
            predicted = signal * extra[1] + extra[2]
            norm = jnp.log(jnp.sum(jnp.exp(predicted)) + 2)
            return jnp.stack(states), jnp.sum(wanted * (predicted - norm))

        _, losses = jax.lax.scan(step, state, (sequence[:-1], sequence[1:]))
        return -jnp.sum(losses) / (bits * (characters - 1))

    return jax.grad(loss, argnums=(0, 1)), (parts[0], parts[1])


def ba(sizes, numbers):
    def error(x, feature):
        axis, centre, point, weight = x[:3], x[3:6], x[11:14], x[14]
        centred = point - centre
        angle = jnp.sqrt(jnp.dot(axis, axis))
        w = axis / angle
        along = jnp.dot(w, centred) * (1 - jnp.cos(angle))
        z = centred * jnp.cos(angle) + jnp.cross(w, centred) * jnp.sin(angle) + w * along
        p = z[:2] / z[2]
        radius = jnp.dot(p, p)
        stretch = 1 + x[9] * radius + x[10] * radius * radius
        return weight * (p * stretch * x[6] + x[7:9] - feature)

    rows = numbers.reshape(sizes[0], 17)
    return jax.vmap(jax.jacrev(error)), (rows[:, :15], rows[:, 15:])


def embedding(sizes, numbers):
    k, edges = sizes[0], sizes[1]
    pairs = np.array(sizes[3:]).reshape(-1, 2)

    def loss(x):
        x = x.reshape(-1, k)
        distance = jnp.sqrt(jnp.sum((x[pairs[:, 0]] - x[pairs[:, 1]]) ** 2, 1))
        near, far = distance[:edges], distance[edges:]
        too_near = jnp.maximum(jnp.mean(near) - jnp.mean(far) + 0.1, 0.0)
        return jnp.var(near, ddof=1) + jnp.var(far, ddof=1) + jnp.exp(too_near) - 1

    return jax.grad(loss), (numbers,)


def mul(sizes, numbers):
    n = sizes[0]
    starts, rows = np.array(sizes[1 : n + 2]), np.array(sizes[n + 2 :])
    columns = np.repeat(np.arange(n), np.diff(starts))
    parts = np.split(numbers, [2 * len(rows), 2 * len(rows) + 2 * n])
    a, x, seed = (part.view(np.complex128) for part in parts)
    seed = jnp.array(seed)

    def along_seed(a, x):
        y = jnp.zeros(n, complex).at[rows].add(a * x[columns])
        return jnp.sum(jnp.real(jnp.conj(seed) * y))

    # The gradient by a complex number is the conjugate of what JAX says.
    def pull(a, x):
        by = jax.grad(along_seed, argnums=(0, 1))(a, x)
        return [jnp.stack([jnp.real(g), -jnp.imag(g)], 1) for g in by]

    return pull, (a, x)


def mlp(sizes, numbers):
    inputs, hidden, classes, batch = sizes[:4]
    wanted = np.array(sizes[4:])
    parts = np.split(numbers, np.cumsum([inputs * hidden, hidden, hidden * classes, classes]))
    samples = jnp.array(parts[4].reshape(batch, inputs))

    def loss(w1, b1, w2, b2):
        layer = jax.nn.relu(samples @ w1.reshape(hidden, inputs).T + b1)
        scores = layer @ w2.reshape(classes, hidden).T + b2
        return jnp.mean(logsumexp(scores, axis=1) - scores[np.arange(batch), wanted])

    return jax.grad(loss, argnums=(0, 1, 2, 3)), tuple(parts[:4])


PROBLEMS = {f.__name__: f for f in (lse, llsq, ode, gmm, lstm, ba, embedding, mul, mlp)}


def main():
    gradient = args = None
    for line in sys.stdin:
        words = line.split()
        if words[0] == "problem":
            count = int(words[2])
            sizes = [int(word) for word in words[3 : 3 + count]]
            numbers = np.array(words[4 + count :], dtype=np.float64)
            function, args = PROBLEMS[words[1]](sizes, numbers)
            gradient, args = jax.jit(function), jax.block_until_ready(jax.tree.map(jnp.array, args))
            result = jax.block_until_ready(gradient(*args))
            print(*(" ".join(map(repr, np.ravel(leaf).tolist())) for leaf in jax.tree.leaves(result)), flush=True)
        else:
            start = time.perf_counter()
            for _ in range(int(words[1])):
                jax.block_until_ready(gradient(*args))
            print(time.perf_counter() - start, flush=True)


main()
