export const whole = (number) => Math.round(number).toLocaleString('en');
export const ms = (seconds) => `${(seconds * 1000).toFixed(3)} ms`;
export const kib = (bytes) => `${Math.round(bytes / 1024)} KiB`;
export const mib = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/**
 * One line of the result: what was measured, beside what, and whether it keeps to its bar.
 *
 * @param {{name: string, measured: string, against: string, value: number, bar: number, unit?: string}} fields
 */
export const row = (fields) => ({ unit: '', ...fields, passed: fields.value <= fields.bar });

const numeral = (value, unit) => `${Number(value.toPrecision(3))}${unit}`;

/** A Markdown table. */
export function table(header, lines) {
  const all = [header, header.map(() => '---'), ...lines];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The Markdown table of result rows. */
export const resultTable = (rows) =>
  table(
    ['what', 'measured', 'against', 'ratio or value', 'bar', ''],
    rows.map(({ name, measured, against, value, bar, unit, passed }) => [
      name,
      measured,
      against,
      numeral(value, unit),
      `≤ ${numeral(bar, unit)}`,
      passed ? 'pass' : '**fail**',
    ]),
  );
