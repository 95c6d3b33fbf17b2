/** Whether a parsed JSON value nests at most `maxDepth` arrays and objects. Iterative: the value may be hostile. */
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
