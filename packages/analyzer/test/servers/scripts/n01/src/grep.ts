export function countMatches(lines: string[], pattern: string, flags = "i"): number {
  const re = new RegExp(pattern, flags);
  return lines.filter((l) => re.test(l)).length;
}
