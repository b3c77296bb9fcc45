// ADOL-C: a tape is recorded once, which is not timed, and evaluated at every run, as the documentation of ADOL-C recommends.

#include <adolc/adolc.h>

#include "programs.hpp"

/// Records a function of the first `count` numbers; the others are constant.
Run recorded(Scalar<adouble> f, const Sizes &sizes, const Numbers &numbers, size_t count) {
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

Run bundle(const Numbers &numbers) {
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

Run prepare(const std::string &name, const Sizes &sizes, const Numbers &numbers) {
  auto f = scalar<adouble>(name);
  return f ? recorded(f, sizes, numbers, active(name, sizes, numbers.size())) : bundle(numbers);
}

int main() { return serve(prepare); }
