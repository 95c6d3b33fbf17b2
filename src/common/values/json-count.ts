/**
 * Whether a parsed JSON value holds at most `max` values: itself, and all members and items within it. Stops counting at
 * the bound. Iterative: the value may be hostile.
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
