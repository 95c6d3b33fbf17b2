import type { CallEvent } from '../../engine/machine.js';
import type { Expression } from '../../ir/program.js';
import type { CallCheck } from '../rule.js';

/** Limits a check to one finding per file: a missing timeout is a habit, not many separate faults. */
export function oncePerFile(check: CallCheck): CallCheck {
  const reported = new Set<string>();
  return (event, report) => {
    const { module } = event.frame;
    if (reported.has(module)) return;
    check(event, (found) => {
      reported.add(module);
      report(found);
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
