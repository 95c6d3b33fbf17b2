import type { CallEvent } from '../../engine/events.js';
import type { Entry, Frame } from '../../engine/frame.js';
import type { Lines } from '../../ir/program.js';
import type { PackageView } from '../rule.js';

const CLIENT_ENTRIES: ReadonlySet<Entry['kind']> = new Set(['tool', 'resource', 'prompt', 'route']);

/** Whether the code runs on behalf of a client's call. */
export const inHandler = ({ entry }: Frame): boolean => CLIENT_ENTRIES.has(entry.kind);

/** The call stack from a frame up to the entry point. */
export function* callersOf(frame: Frame): Generator<Frame> {
  for (let each: Frame | undefined = frame; each; each = each.caller) yield each;
}

/** The name of a call in findings: its path, or the method's name. */
export const sinkOf = (event: CallEvent): string => event.names[0] ?? event.method ?? 'call';

/** A location of a finding: one line of a file. */
export const lineIn = (file: string, line: number): { at: { file: string }; lines: Lines } => ({
  at: { file },
  lines: { line, endLine: line },
});

/** The text of one line of a file. */
export const lineText = (view: PackageView, file: string, line: number): string =>
  view.file(file)?.lines[line - 1] ?? '';
