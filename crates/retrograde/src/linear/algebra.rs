//! What the rules compute with: the inverse of a small dense matrix.

use super::Dense;

/// The inverse, row by row, by elimination with the largest pivot of each column.
pub(super) fn inverse<A: Dense>(a: &A) -> Vec<Vec<f64>> {
    let (n, columns) = a.size();
    assert_eq!(n, columns, "only a square matrix can be solved");
    let row =
        |i: usize| (0..n).map(|j| a.element(i, j)).chain((0..n).map(move |j| f64::from(u8::from(i == j)))).collect();
    let mut rows: Vec<Vec<f64>> = (0..n).map(row).collect();
    for k in 0..n {
        let largest = (k..n).max_by(|i, j| rows[*i][k].abs().total_cmp(&rows[*j][k].abs())).unwrap_or(k);
        rows.swap(k, largest);
        let pivot = rows[k].clone();
        assert!(pivot[k] != 0.0, "the matrix is singular, so it cannot be solved");
        for (i, row) in rows.iter_mut().enumerate() {
            let factor = row[k] / pivot[k];
            for (element, pivot_element) in row.iter_mut().zip(&pivot) {
                *element = if i == k { *element / pivot[k] } else { *element - factor * pivot_element };
            }
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}

/// The determinant, of all but a row and a column.
pub(super) fn determinant_of<A: Dense>(a: &A, without: Option<(usize, usize)>) -> f64 {
    let (n, columns) = a.size();
    assert_eq!(n, columns, "only a square matrix has a determinant");
    let rows = (0..n).filter(|i| without.is_none_or(|(row, _)| *i != row));
    let row = |i| (0..n).filter(|j| without.is_none_or(|(_, column)| *j != column)).map(move |j| a.element(i, j));
    let mut rows: Vec<Vec<f64>> = rows.map(|i| row(i).collect()).collect();
    let mut product = 1.0;
    for k in 0..rows.len() {
        let largest = (k..rows.len()).max_by(|i, j| rows[*i][k].abs().total_cmp(&rows[*j][k].abs())).unwrap_or(k);
        if largest != k {
            rows.swap(k, largest);
            product = -product;
        }
        let pivot = rows[k].clone();
        product *= pivot[k];
        if pivot[k] == 0.0 {
            return 0.0;
        }
        for row in &mut rows[k + 1..] {
            let factor = row[k] / pivot[k];
            row.iter_mut().zip(&pivot).for_each(|(element, pivot)| *element -= factor * pivot);
        }
    }
    product
}
