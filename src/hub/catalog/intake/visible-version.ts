const SHORT_DIGITS = 7;

/**
 * The names that a version may get, `commit-<short hash>-<yyyymmdd>` (hub contract 10), in the order in which they are
 * tried: the hash gets longer while another version has the name.
 */
export function visibleVersions(commitHash: string, date: Date): string[] {
  const day = date.toISOString().slice(0, 10).replaceAll('-', '');
  const names: string[] = [];
  for (let digits = SHORT_DIGITS; digits <= commitHash.length; digits += 1) {
    names.push(`commit-${commitHash.slice(0, digits)}-${day}`);
  }
  return names;
}
