import type { CallEvent } from '../../engine/events.js';
import type { Expression } from '../../ir/program.js';
import type { CallCheck } from '../rule.js';

/** Limits a check to one finding per file: a missing timeout is a habit, not many separate faults. */
export function oncePerFile(check: CallCheck): CallCheck {
  const reported = new Map<string, number>();
  return (event, report) => {
    const { module } = event.frame;
    const line = reported.get(module);
    // The same call for another tool.
    const isAgain = line === event.node.line;
    if (line !== undefined && !isAgain) return;
    check(event, (found) => {
      reported.set(module, event.node.line);
      report(isAgain ? { ...found, isAgain } : found);
    });
  };
}

/** Whether all arguments are known: nothing unknown is spread into the call or its options. */
export function isPlain(event: CallEvent): boolean {
  const { arguments: given } = event.node;
  return (
    event.arguments.spread === undefined && given.every(({ spread, value }) => !spread && isPlainValue(value))
  );
}

const isPlainValue = (value: Expression): boolean =>
  value.kind !== 'object' || value.entries.every((entry) => 'key' in entry);
