import type { CallEvent, Entry, Frame } from '../../engine/machine.js';
import type { Lines } from '../../ir/program.js';
import type { PackageView } from '../rule.js';

const CLIENT_ENTRIES: ReadonlySet<Entry['kind']> = new Set(['tool', 'resource', 'prompt', 'route']);

/** Whether a client's call leads here. */
export const inHandler = ({ entry }: Frame): boolean => CLIENT_ENTRIES.has(entry.kind);

/** The frames from a place up to the function that the client calls. */
export function* callersOf(frame: Frame): Generator<Frame> {
  for (let each: Frame | undefined = frame; each; each = each.caller) yield each;
}

/** What a call is called in findings: its path, or the method's name. */
export const sinkOf = (event: CallEvent): string => event.names[0] ?? event.method ?? 'call';

/** A place in a file by its line alone. */
export const lineIn = (file: string, line: number): { at: { file: string }; lines: Lines } => ({
  at: { file },
  lines: { line, endLine: line },
});

/** One line of a file of the package. */
export const lineText = (view: PackageView, file: string, line: number): string =>
  view.file(file)?.lines[line - 1] ?? '';

/** The same check under several names. */
export { all as under } from '../../models/model.js';
