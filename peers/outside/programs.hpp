// The problems for C++, once, for plain numbers and for those of a tool. See `src/outside.rs` for what they are told.
//
// A program is given the numbers that it is differentiated by, then sizes, then the other numbers.

#pragma once

#include <chrono>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using Sizes = std::vector<size_t>;
using Numbers = std::vector<double>;

template <class T> T log_sum_exp(const std::vector<T> &x) {
  size_t largest = 0;
  for (size_t i = 1; i < x.size(); i++)
    if (x[i] > x[largest]) largest = i;
  T shift = x[largest], sum = 0.0;
  for (const T &v : x) sum += exp(v - shift);
  return log(sum) + shift;
}

template <class T> T sigmoid(const T &x) { return 1.0 / (1.0 + exp(-x)); }

template <class T> T lse(const std::vector<T> &x, const Sizes &, const Numbers &) { return log_sum_exp(x); }

template <class T> T llsq(const std::vector<T> &x, const Sizes &sizes, const Numbers &) {
  size_t n = sizes[0];
  T sum = 0.0;
  for (size_t i = 0; i < n; i++) {
    double t = -1.0 + i * 2.0 / (n - 1.0), power = 1.0;
    T error = double((t > 0) - (t < 0));
    for (const T &c : x) {
      error -= c * power;
      power *= t;
    }
    sum += error * error;
  }
  return sum / 2.0;
}

template <class T> T minor(const std::vector<T> &a, size_t size, size_t row, unsigned columns) {
  if (row + 1 == size) return a[row * size + __builtin_ctz(columns)];
  T sum = 0.0;
  double sign = 1.0;
  for (size_t j = 0; j < size; j++)
    if (columns >> j & 1) {
      sum += sign * a[row * size + j] * minor<T>(a, size, row + 1, columns ^ 1u << j);
      sign = -sign;
    }
  return sum;
}

template <class T> T det(const std::vector<T> &x, const Sizes &sizes, const Numbers &) {
  return minor<T>(x, sizes[0], 0, (1u << sizes[0]) - 1);
}

template <class T> T ode(const std::vector<T> &x, const Sizes &sizes, const Numbers &) {
  size_t n = x.size();
  double h = 2.0 / sizes[0];
  std::vector<T> y(n), k1(n), k2(n), k3(n), k4(n), at(n);
  for (T &v : y) v = 0.0;
  auto rates = [&](const std::vector<T> &y, std::vector<T> &k) {
    k[0] = x[0];
    for (size_t i = 1; i < n; i++) k[i] = x[i] * y[i - 1];
  };
  for (size_t step = 0; step < sizes[0]; step++) {
    rates(y, k1);
    for (size_t i = 0; i < n; i++) at[i] = y[i] + h * k1[i] / 2.0;
    rates(at, k2);
    for (size_t i = 0; i < n; i++) at[i] = y[i] + h * k2[i] / 2.0;
    rates(at, k3);
    for (size_t i = 0; i < n; i++) at[i] = y[i] + h * k3[i];
    rates(at, k4);
    for (size_t i = 0; i < n; i++) y[i] += h * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
  }
  return y[n - 1];
}

template <class T> T gmm(const std::vector<T> &p, const Sizes &sizes, const Numbers &data) {
  size_t d = sizes[0], k = sizes[1], n = sizes[2], triangle = d * (d - 1) / 2;
  double m = sizes[3], gamma = data[n * d];
  const T *alpha = &p[0], *mu = alpha + k, *q = mu + k * d, *l = q + k * d;
  std::vector<T> diagonals(k * d), traces(k), centred(d), product(d), terms(k);
  for (size_t i = 0; i < k * d; i++) diagonals[i] = exp(q[i]);
  for (size_t c = 0; c < k; c++) {
    traces[c] = 0.0;
    for (size_t i = 0; i < d; i++) traces[c] += q[c * d + i];
  }
  T value = 0.0;
  for (size_t point = 0; point < n; point++) {
    for (size_t c = 0; c < k; c++) {
      for (size_t i = 0; i < d; i++) {
        centred[i] = data[point * d + i] - mu[c * d + i];
        product[i] = diagonals[c * d + i] * centred[i];
      }
      size_t at = c * triangle;
      for (size_t i = 0; i < d; i++)
        for (size_t j = i + 1; j < d; j++) product[j] += l[at++] * centred[i];
      T distance = 0.0;
      for (size_t i = 0; i < d; i++) distance += product[i] * product[i];
      terms[c] = alpha[c] + traces[c] - 0.5 * distance;
    }
    value += log_sum_exp<T>(terms);
  }
  value -= double(n) * log_sum_exp(std::vector<T>(alpha, alpha + k));
  for (size_t c = 0; c < k; c++) {
    T square = 0.0;
    for (size_t i = 0; i < d; i++) square += diagonals[c * d + i] * diagonals[c * d + i];
    for (size_t i = 0; i < triangle; i++) square += l[c * triangle + i] * l[c * triangle + i];
    value += m * traces[c] - 0.5 * gamma * gamma * square;
  }
  return value;
}

template <class T> T lstm(const std::vector<T> &p, const Sizes &sizes, const Numbers &data) {
  size_t layers = sizes[0], characters = sizes[1], bits = sizes[2];
  const T *extra = &p[8 * layers * bits];
  const double *sequence = &data[2 * layers * bits];
  std::vector<T> state(2 * layers * bits), signal(bits);
  for (size_t i = 0; i < state.size(); i++) state[i] = data[i];
  T total = 0.0;
  for (size_t t = 0; t + 1 < characters; t++) {
    for (size_t i = 0; i < bits; i++) signal[i] = sequence[t * bits + i] * extra[i];
    for (size_t layer = 0; layer < layers; layer++) {
      const T *w = &p[layer * 8 * bits], *b = w + 4 * bits;
      T *hidden = &state[2 * layer * bits], *cell = hidden + bits;
      for (size_t i = 0; i < bits; i++) {
        T forget = sigmoid<T>(signal[i] * w[i] + b[i]);
        T input = sigmoid<T>(hidden[i] * w[bits + i] + b[bits + i]);
        T output = sigmoid<T>(signal[i] * w[2 * bits + i] + b[2 * bits + i]);
        T change = tanh(hidden[i] * w[3 * bits + i] + b[3 * bits + i]);
        cell[i] = cell[i] * forget + input * change;
        signal[i] = output * tanh(cell[i]);
        hidden[i] = signal[i];
      }
    }
    T sum = 2.0;
    for (size_t i = 0; i < bits; i++) {
      signal[i] = signal[i] * extra[bits + i] + extra[2 * bits + i];
      sum += exp(signal[i]);
    }
    T norm = log(sum);
    for (size_t i = 0; i < bits; i++) total += sequence[(t + 1) * bits + i] * (signal[i] - norm);
  }
  return -total / double(bits * (characters - 1));
}

template <class T> void error(const std::vector<T> &x, T *out) {
  T c[3], w[3], z[3];
  for (int i = 0; i < 3; i++) c[i] = x[11 + i] - x[3 + i];
  T angle = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), s = sin(angle), co = cos(angle);
  for (int i = 0; i < 3; i++) w[i] = x[i] / angle;
  T along = (w[0] * c[0] + w[1] * c[1] + w[2] * c[2]) * (1.0 - co);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    z[i] = c[i] * co + (w[j] * c[k] - w[k] * c[j]) * s + w[i] * along;
  }
  T p[2] = {z[0] / z[2], z[1] / z[2]};
  T radius = p[0] * p[0] + p[1] * p[1], stretch = 1.0 + x[9] * radius + x[10] * radius * radius;
  for (int i = 0; i < 2; i++) out[i] = x[14] * (p[i] * stretch * x[6] + x[7 + i] - x[15 + i]);
}

template <class T> T bessel(const std::vector<T> &x, const Sizes &sizes, const Numbers &data) {
  size_t nu = sizes[0];
  T half = x[0] / 2.0, term = 1.0;
  for (size_t k = 1; k <= nu; k++) term *= half / double(k);
  T sum = term;
  for (size_t k = 1; fabs(term) > data[0]; k++) {
    term *= -(half * half) / double(k * (k + nu));
    sum += term;
  }
  return sum;
}

/// Adds the mean and the variance of the distances between the ends of pairs.
template <class T> void distances(const std::vector<T> &x, size_t k, const size_t *pairs, size_t n, T &mean, T &variance) {
  T sum = 0.0, squares = 0.0;
  for (size_t e = 0; e < n; e++) {
    const T *a = &x[pairs[2 * e] * k], *b = &x[pairs[2 * e + 1] * k];
    T square = 0.0;
    for (size_t i = 0; i < k; i++) square += (a[i] - b[i]) * (a[i] - b[i]);
    sum += sqrt(square);
    squares += square;
  }
  mean += sum / double(n);
  variance += (squares - sum * sum / double(n)) / double(n - 1);
}

template <class T> T embedding(const std::vector<T> &x, const Sizes &sizes, const Numbers &) {
  T near = 0.0, far = 0.0, loss = 0.0;
  distances(x, sizes[0], &sizes[3], sizes[1], near, loss);
  distances(x, sizes[0], &sizes[3 + 2 * sizes[1]], sizes[2], far, loss);
  T too_near = near - far + 0.1;
  if (too_near > 0.0) loss += exp(too_near) - 1.0;
  return loss;
}

template <class T> T dot(const std::vector<T> &x, const Sizes &sizes, const Numbers &) {
  size_t n = sizes[0];
  const size_t *a_starts = &sizes[1], *a_rows = a_starts + n + 1, *b_starts = a_rows + a_starts[n];
  const size_t *b_rows = b_starts + n + 1;
  const T *a = &x[0], *b = a + a_starts[n];
  T sum = 0.0;
  for (size_t j = 0; j < n; j++) {
    size_t k = a_starts[j], l = b_starts[j];
    while (k < a_starts[j + 1] && l < b_starts[j + 1]) {
      if (a_rows[k] == b_rows[l]) sum += a[k++] * b[l++];
      else if (a_rows[k] < b_rows[l]) k++;
      else l++;
    }
  }
  return sum;
}

/// Real and imaginary parts beside each other.
template <class T> void product(const std::vector<T> &numbers, const Sizes &sizes, std::vector<T> &y) {
  size_t n = sizes[0];
  const size_t *starts = &sizes[1], *rows = starts + n + 1;
  const T *a = &numbers[0], *x = a + 2 * starts[n];
  for (T &v : y) v = 0.0;
  for (size_t j = 0; j < n; j++)
    for (size_t k = starts[j]; k < starts[j + 1]; k++) {
      y[2 * rows[k]] += a[2 * k] * x[2 * j] - a[2 * k + 1] * x[2 * j + 1];
      y[2 * rows[k] + 1] += a[2 * k] * x[2 * j + 1] + a[2 * k + 1] * x[2 * j];
    }
}

template <class T> T mul(const std::vector<T> &x, const Sizes &sizes, const Numbers &seed) {
  std::vector<T> y(2 * sizes[0]);
  product(x, sizes, y);
  T sum = 0.0;
  for (size_t i = 0; i < y.size(); i++) sum += y[i] * seed[i];
  return sum;
}

template <class T> T mlp(const std::vector<T> &p, const Sizes &sizes, const Numbers &samples) {
  size_t inputs = sizes[0], hidden = sizes[1], classes = sizes[2], batch = sizes[3];
  const T *w1 = &p[0], *b1 = w1 + inputs * hidden, *w2 = b1 + hidden, *b2 = w2 + hidden * classes;
  std::vector<T> layer(hidden), scores(classes);
  T total = 0.0;
  for (size_t s = 0; s < batch; s++) {
    for (size_t i = 0; i < hidden; i++) {
      T sum = b1[i];
      for (size_t j = 0; j < inputs; j++) sum += w1[i * inputs + j] * samples[s * inputs + j];
      if (sum > 0.0) layer[i] = sum;
      else layer[i] = 0.0;
    }
    for (size_t i = 0; i < classes; i++) {
      T sum = b2[i];
      for (size_t j = 0; j < hidden; j++) sum += w2[i * hidden + j] * layer[j];
      scores[i] = sum;
    }
    total += log_sum_exp<T>(scores) - scores[sizes[4 + s]];
  }
  return total / double(batch);
}

/// How many of the numbers of a problem with one value it is differentiated by.
inline size_t active(const std::string &name, const Sizes &sizes, size_t all) {
  if (name == "gmm") return all - sizes[2] * sizes[0] - 1;
  if (name == "lstm") return (8 * sizes[0] + 3) * sizes[2];
  if (name == "bessel") return 1;
  if (name == "mul") return all - 2 * sizes[0];
  if (name == "mlp") return all - sizes[0] * sizes[3];
  return all;
}

/// A problem with one value, if there is one of this name.
template <class T> using Scalar = T (*)(const std::vector<T> &, const Sizes &, const Numbers &);

template <class T> Scalar<T> scalar(const std::string &name) {
  if (name == "lse") return lse<T>;
  if (name == "llsq") return llsq<T>;
  if (name == "det") return det<T>;
  if (name == "ode") return ode<T>;
  if (name == "gmm") return gmm<T>;
  if (name == "lstm") return lstm<T>;
  if (name == "bessel") return bessel<T>;
  if (name == "embedding") return embedding<T>;
  if (name == "dot") return dot<T>;
  if (name == "mul") return mul<T>;
  if (name == "mlp") return mlp<T>;
  return nullptr;
}

using Run = std::function<void(Numbers &)>;

/// Is told a problem, then how often to run it, over standard input.
inline int serve(Run (*prepare)(const std::string &, const Sizes &, const Numbers &)) {
  std::ios::sync_with_stdio(false);
  Run run;
  Numbers out;
  std::string word;
  while (std::cin >> word) {
    if (word == "problem") {
      std::string name;
      size_t count;
      std::cin >> name >> count;
      Sizes sizes(count);
      for (size_t &size : sizes) std::cin >> size;
      std::cin >> count;
      Numbers numbers(count);
      for (double &number : numbers) std::cin >> number;
      run = prepare(name, sizes, numbers);
      run(out);
      std::cout << std::setprecision(17);
      for (double v : out) std::cout << v << ' ';
      std::cout << std::endl;
    } else {
      size_t count;
      std::cin >> count;
      auto start = std::chrono::steady_clock::now();
      for (size_t i = 0; i < count; i++) run(out);
      std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() << std::endl;
    }
  }
  return 0;
}
