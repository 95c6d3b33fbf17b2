const operations = new Map([
  ['sum', (a, b) => a + b],
  ['product', (a, b) => a * b],
  ['difference', (a, b) => a - b],
  ['ratio', (a, b) => (b === 0 ? null : a / b)],
]);

/** Applies the operation to the two columns of each row and returns the resulting numbers. */
export function transformRows(rows, operation, [left, right]) {
  const apply = operations.get(operation);
  if (!apply) throw new Error('Unknown operation');
  return rows.map((row) => apply(row[left] ?? 0, row[right] ?? 0));
}
