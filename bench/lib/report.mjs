export const whole = (number) => Math.round(number).toLocaleString('en');
const ms = (seconds) => `${(seconds * 1000).toFixed(3)} ms`;
export const kib = (bytes) => `${Math.round(bytes / 1024)} KiB`;
export const mib = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/**
 * The cost of a request.
 * @param {import('./compare.mjs').Cost} cost
 */
export const title = (name, { cpuSeconds, perSecond }) =>
  `${name}: ${ms(cpuSeconds)} CPU, ${whole(perSecond)}/s`;

/**
 * The cost of a large response.
 * @param {import('./compare.mjs').Cost} cost
 */
export const perMib = (name, { cpuSeconds, perSecond, bytes }) => {
  const size = bytes / 1024 / 1024;
  return `${name}: ${ms(cpuSeconds / size)} CPU per MiB, ${Math.round(perSecond * size)} MiB/s`;
};

/**
 * One row of the results: the measured value, the reference, and whether it meets its bar.
 * @param {{name: string, measured: string, against: string, value: number, bar?: number, unit?: string, atLeast?: boolean}}
 * fields `bar` is the maximum of `value`, or the minimum with `atLeast`; a value without one is for information.
 */
export const row = (fields) => ({
  unit: '',
  atLeast: false,
  ...fields,
  passed:
    fields.bar === undefined ||
    (fields.atLeast === true ? fields.value >= fields.bar : fields.value <= fields.bar),
});

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
    rows.map(({ name, measured, against, value, bar, unit, atLeast, passed }) => [
      name,
      measured,
      against,
      numeral(value, unit),
      bar === undefined ? 'none' : `${atLeast ? '≥' : '≤'} ${numeral(bar, unit)}`,
      bar === undefined ? 'shown' : passed ? 'pass' : '**fail**',
    ]),
  );
