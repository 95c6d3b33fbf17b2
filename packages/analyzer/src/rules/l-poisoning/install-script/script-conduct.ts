import type { Severity } from '../../../findings/finding.js';
import { conductOf } from '../command-conduct.js';
import type { Operation } from './start-up-code.js';

/** The start of a file that was written with what was fetched, whatever its address looked like. */
function runOfWritten(operations: readonly Operation[]): Operation | undefined {
  const written = operations.flatMap(({ what, foreign, command }) =>
    what === 'writes a file' && foreign && command !== undefined ? [command] : [],
  );
  return operations.find(
    ({ what, command }) =>
      what === 'runs a program' && written.some((name) => command?.includes(name) === true),
  );
}

/** The worst that a file does when it runs at installation. */
export function conductOfCode(
  operations: readonly Operation[],
  own: ReadonlySet<string>,
): { operation: Operation; action: string; severity: Severity } | undefined {
  const fetches = operations.filter(({ what }) => what === 'fetches');
  const codes = operations.filter(({ what }) => what === 'runs code');
  const programs = operations.filter(({ what }) => what === 'runs a program');
  for (const operation of programs) {
    const conduct = operation.command === undefined ? undefined : conductOf(operation.command, own);
    if (conduct?.severe) return { operation, action: conduct.kind, severity: 'critical' };
  }
  const isChecked = operations.some(({ what }) => what === 'checks a digest');
  const remote =
    [...codes, ...programs].find(({ foreign }) => foreign) ??
    (fetches.length > 0 ? (codes[0] ?? (isChecked ? undefined : runOfWritten(operations))) : undefined);
  if (remote) return { operation: remote, action: 'runs what it fetches', severity: 'critical' };
  // Sending secrets is not telemetry.
  const stolen = fetches.find(({ secret }) => secret);
  if (stolen) return { operation: stolen, action: 'sends secrets away', severity: 'critical' };
  const sent = fetches.find(({ foreign }) => foreign);
  const looks = operations.some(({ what }) => what === 'identifies the machine');
  if (sent && looks) return { operation: sent, action: 'sends data of the machine away', severity: 'medium' };
  const [first] = fetches;
  if (first && !isChecked)
    return { operation: first, action: 'fetches from the network', severity: 'medium' };
  const fetching = programs.find(
    ({ command }) => command !== undefined && conductOf(command, own) !== undefined,
  );
  return fetching && { operation: fetching, action: 'fetches from the network', severity: 'medium' };
}

/** What a line of a shell script does, or the script as a whole. */
export interface ShellConduct {
  /** From 1. */
  readonly line: number;
  readonly kind: string;
  readonly severe: boolean;
}

/** What a shell script does besides building, line by line; what only several lines do is reported at the first of them. */
export function conductOfShell(lines: readonly string[], own: ReadonlySet<string>): readonly ShellConduct[] {
  const found: ShellConduct[] = [];
  const code = lines.map((line) => (/^\s*(?:#|rem\b|::)/iu.test(line) ? '' : line.trim()));
  for (const [index, line] of code.entries()) {
    const conduct = conductOf(line, own);
    if (conduct) found.push({ line: index + 1, ...conduct });
  }
  const [first] = found;
  if (!first || found.some(({ severe }) => severe)) return found;
  // It may fetch a program on one line, and run it on another.
  const whole = conductOf(
    code
      .slice(first.line - 1)
      .filter((line) => line !== '')
      .join(' ; '),
    own,
  );
  return whole?.severe ? [{ line: first.line, ...whole }, ...found.slice(1)] : found;
}
