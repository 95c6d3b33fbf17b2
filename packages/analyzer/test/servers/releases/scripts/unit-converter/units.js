const LENGTH = { m: 1, km: 1000, cm: 0.01, mi: 1609.344, ft: 0.3048, in: 0.0254 };
const MASS = { kg: 1, g: 0.001, lb: 0.45359237, oz: 0.028349523125 };
export const FAMILIES = { length: LENGTH, mass: MASS };

export function convert(value, from, to) {
  for (const table of Object.values(FAMILIES)) {
    if (Object.hasOwn(table, from) && Object.hasOwn(table, to)) return (value * table[from]) / table[to];
  }
  throw new RangeError(`cannot convert ${from} to ${to}`);
}
