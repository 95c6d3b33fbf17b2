const cleanup = (f: string): string => f.replace(/^=/, "").replace(/\^/g, "**");

export function evaluateFormula(formula: string, scope: Record<string, number>): number {
  const names = Object.keys(scope);
  const fn = new Function(...names, `"use strict"; return (${cleanup(formula)});`);
  return fn(...names.map((n) => scope[n])) as number;
}
