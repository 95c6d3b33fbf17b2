import type { Lines } from '../../ir/program.js';
import type { Frame } from '../frame.js';
import type { Reporter } from '../machine.js';
import { objectValue, UNKNOWN, type HeapObject } from '../values/value.js';

/**
 * Emits a literal of a type of another package, `v1.PodExecOptions{Command: …}`, as a call of `v1.PodExecOptions{}`
 * with the object as its argument: libraries take what they run and where they connect in such fields.
 */
export function emitLiteral(
  path: string,
  object: HeapObject,
  frame: Frame,
  { line, endLine }: Lines,
  machine: Reporter,
): void {
  machine.emit({
    kind: 'call',
    frame,
    node: {
      kind: 'call',
      callee: { kind: 'unknown', parts: [], line, endLine },
      arguments: [],
      line,
      endLine,
    },
    callee: UNKNOWN,
    names: [`${path}{}`],
    arguments: { positional: [objectValue(object)], named: new Map() },
  });
}
