// ADOL-C on the problems of GradBench: told a problem, then how often to run it, over standard input. See `src/outside.rs`.
//
// A tape is recorded once, which is not timed, and evaluated at every run, as the documentation of ADOL-C recommends.

#include <adolc/adolc.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
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

adouble lse(const std::vector<adouble> &x, const Sizes &, const Numbers &) { return log_sum_exp(x); }

adouble llsq(const std::vector<adouble> &x, const Sizes &sizes, const Numbers &) {
  size_t n = sizes[0];
  adouble sum = 0.0;
  for (size_t i = 0; i < n; i++) {
    double t = -1.0 + i * 2.0 / (n - 1.0), power = 1.0;
    adouble error = double((t > 0) - (t < 0));
    for (const adouble &c : x) {
      error -= c * power;
      power *= t;
    }
    sum += error * error;
  }
  return sum / 2.0;
}

adouble minor(const std::vector<adouble> &a, size_t size, size_t row, unsigned columns) {
  if (row + 1 == size) return a[row * size + __builtin_ctz(columns)];
  adouble sum = 0.0;
  double sign = 1.0;
  for (size_t j = 0; j < size; j++)
    if (columns >> j & 1) {
      sum += sign * a[row * size + j] * minor(a, size, row + 1, columns ^ 1u << j);
      sign = -sign;
    }
  return sum;
}

adouble det(const std::vector<adouble> &x, const Sizes &sizes, const Numbers &) {
  return minor(x, sizes[0], 0, (1u << sizes[0]) - 1);
}

adouble ode(const std::vector<adouble> &x, const Sizes &sizes, const Numbers &) {
  size_t n = x.size();
  double h = 2.0 / sizes[0];
  std::vector<adouble> y(n), k1(n), k2(n), k3(n), k4(n), at(n);
  for (adouble &v : y) v = 0.0;
  auto rates = [&](const std::vector<adouble> &y, std::vector<adouble> &k) {
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

adouble gmm(const std::vector<adouble> &p, const Sizes &sizes, const Numbers &data) {
  size_t d = sizes[0], k = sizes[1], n = sizes[2], triangle = d * (d - 1) / 2;
  double m = sizes[3], gamma = data[n * d];
  const adouble *alpha = &p[0], *mu = alpha + k, *q = mu + k * d, *l = q + k * d;
  std::vector<adouble> diagonals(k * d), traces(k), centred(d), product(d), terms(k);
  for (size_t i = 0; i < k * d; i++) diagonals[i] = exp(q[i]);
  for (size_t c = 0; c < k; c++) {
    traces[c] = 0.0;
    for (size_t i = 0; i < d; i++) traces[c] += q[c * d + i];
  }
  adouble value = 0.0;
  for (size_t point = 0; point < n; point++) {
    for (size_t c = 0; c < k; c++) {
      for (size_t i = 0; i < d; i++) {
        centred[i] = data[point * d + i] - mu[c * d + i];
        product[i] = diagonals[c * d + i] * centred[i];
      }
      size_t at = c * triangle;
      for (size_t i = 0; i < d; i++)
        for (size_t j = i + 1; j < d; j++) product[j] += l[at++] * centred[i];
      adouble distance = 0.0;
      for (size_t i = 0; i < d; i++) distance += product[i] * product[i];
      terms[c] = alpha[c] + traces[c] - 0.5 * distance;
    }
    value += log_sum_exp(terms);
  }
  value -= double(n) * log_sum_exp(std::vector<adouble>(alpha, alpha + k));
  for (size_t c = 0; c < k; c++) {
    adouble square = 0.0;
    for (size_t i = 0; i < d; i++) square += diagonals[c * d + i] * diagonals[c * d + i];
    for (size_t i = 0; i < triangle; i++) square += l[c * triangle + i] * l[c * triangle + i];
    value += m * traces[c] - 0.5 * gamma * gamma * square;
  }
  return value;
}

adouble lstm(const std::vector<adouble> &p, const Sizes &sizes, const Numbers &data) {
  size_t layers = sizes[0], characters = sizes[1], bits = sizes[2];
  const adouble *extra = &p[8 * layers * bits];
  const double *sequence = &data[2 * layers * bits];
  std::vector<adouble> state(2 * layers * bits), signal(bits);
  for (size_t i = 0; i < state.size(); i++) state[i] = data[i];
  adouble total = 0.0;
  for (size_t t = 0; t + 1 < characters; t++) {
    for (size_t i = 0; i < bits; i++) signal[i] = sequence[t * bits + i] * extra[i];
    for (size_t layer = 0; layer < layers; layer++) {
      const adouble *w = &p[layer * 8 * bits], *b = w + 4 * bits;
      adouble *hidden = &state[2 * layer * bits], *cell = hidden + bits;
      for (size_t i = 0; i < bits; i++) {
        adouble forget = sigmoid<adouble>(signal[i] * w[i] + b[i]);
        adouble input = sigmoid<adouble>(hidden[i] * w[bits + i] + b[bits + i]);
        adouble output = sigmoid<adouble>(signal[i] * w[2 * bits + i] + b[2 * bits + i]);
        adouble change = tanh(hidden[i] * w[3 * bits + i] + b[3 * bits + i]);
        cell[i] = cell[i] * forget + input * change;
        signal[i] = output * tanh(cell[i]);
        hidden[i] = signal[i];
      }
    }
    adouble sum = 2.0;
    for (size_t i = 0; i < bits; i++) {
      signal[i] = signal[i] * extra[bits + i] + extra[2 * bits + i];
      sum += exp(signal[i]);
    }
    adouble norm = log(sum);
    for (size_t i = 0; i < bits; i++) total += sequence[(t + 1) * bits + i] * (signal[i] - norm);
  }
  return -total / double(bits * (characters - 1));
}

void error(const std::vector<adouble> &x, adouble *out) {
  adouble c[3], w[3], z[3];
  for (int i = 0; i < 3; i++) c[i] = x[11 + i] - x[3 + i];
  adouble angle = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), s = sin(angle), co = cos(angle);
  for (int i = 0; i < 3; i++) w[i] = x[i] / angle;
  adouble along = (w[0] * c[0] + w[1] * c[1] + w[2] * c[2]) * (1.0 - co);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    z[i] = c[i] * co + (w[j] * c[k] - w[k] * c[j]) * s + w[i] * along;
  }
  adouble p[2] = {z[0] / z[2], z[1] / z[2]};
  adouble radius = p[0] * p[0] + p[1] * p[1], stretch = 1.0 + x[9] * radius + x[10] * radius * radius;
  for (int i = 0; i < 2; i++) out[i] = x[14] * (p[i] * stretch * x[6] + x[7 + i] - x[15 + i]);
}

/// Records a function of the first `count` numbers; the others are constant.
std::function<void(Numbers &)> scalar(adouble (*f)(const std::vector<adouble> &, const Sizes &, const Numbers &),
                                      const Sizes &sizes, const Numbers &numbers, size_t count) {
  Numbers x(numbers.begin(), numbers.begin() + count), rest(numbers.begin() + count, numbers.end());
  {
    trace_on(1);
    std::vector<adouble> active(count);
    for (size_t i = 0; i < count; i++) active[i] <<= x[i];
    adouble value = f(active, sizes, rest);
    double result;
    value >>= result;
    trace_off();
  }
  return [x](Numbers &out) mutable {
    out.resize(x.size());
    gradient(1, x.size(), x.data(), out.data());
  };
}

std::function<void(Numbers &)> bundle(const Numbers &numbers) {
  {
    trace_on(1);
    std::vector<adouble> active(17);
    adouble errors[2];
    double result;
    for (size_t i = 0; i < 17; i++) active[i] <<= numbers[i];
    error(active, errors);
    for (adouble &value : errors) value >>= result;
    trace_off();
  }
  return [numbers](Numbers &out) mutable {
    double first[17], second[17], *rows[2] = {first, second};
    out.clear();
    for (size_t at = 0; at < numbers.size(); at += 17) {
      jacobian(1, 2, 17, &numbers[at], rows);
      for (double *row : rows) out.insert(out.end(), row, row + 15);
    }
  };
}

std::function<void(Numbers &)> prepare(const std::string &name, const Sizes &sizes, const Numbers &numbers) {
  size_t all = numbers.size();
  if (name == "lse") return scalar(lse, sizes, numbers, all);
  if (name == "llsq") return scalar(llsq, sizes, numbers, all);
  if (name == "det") return scalar(det, sizes, numbers, all);
  if (name == "ode") return scalar(ode, sizes, numbers, all);
  if (name == "gmm") return scalar(gmm, sizes, numbers, all - sizes[2] * sizes[0] - 1);
  if (name == "lstm") return scalar(lstm, sizes, numbers, (8 * sizes[0] + 3) * sizes[2]);
  return bundle(numbers);
}

int main() {
  std::ios::sync_with_stdio(false);
  std::function<void(Numbers &)> run;
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
}
