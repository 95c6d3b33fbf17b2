/** A JSON object: neither an array nor null. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object that a client sent, without those that are null: for optional ones, null counts as absent. */
export const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

/**
 * Whether a parsed JSON value has at most `max` values: itself, and all members and items within it. Stops counting at
 * the bound. Iterative, because the value may be hostile.
 */
export function countsAtMost(value: unknown, max: number): boolean {
  const waiting: unknown[] = [value];
  let count = 1;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.values(next) as unknown[];
    count += children.length;
    if (count > max) return false;
    for (const child of children) if (typeof child === 'object' && child !== null) waiting.push(child);
  }
  return count <= max;
}

/**
 * Whether a parsed JSON value nests at most `maxDepth` arrays and objects. Iterative, because the value may be hostile.
 */
export function isWithinDepth(value: unknown, maxDepth: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maxDepth) return false;
    const next: object[] = [];
    for (const container of level) {
      for (const child of Object.values(container) as unknown[]) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return true;
}
