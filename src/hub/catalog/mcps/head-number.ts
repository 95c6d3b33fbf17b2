const HEAD = '0.0.0-head.';
// What the hub gave to commits without any number before.
const COMMIT = '0.0.0-commit.';

/**
 * The number under which the registry has a commit that nobody has released: below all releases, and above the commits
 * that came to the default branch before, so that both sides have the same latest version (ADR 81).
 * @param commit an identifier of SemVer
 */
export function headNumber(landedAt: Date, commit: string): string {
  const digits = landedAt.toISOString().replaceAll(/\D/g, '');
  return `${HEAD}${digits.slice(0, 14)}.${Number(digits.slice(14, 17))}.${commit}`;
}

/** Whether a number of the registry says that its version was released. */
export const isReleaseNumber = (number: string): boolean =>
  !number.startsWith(HEAD) && !number.startsWith(COMMIT);
