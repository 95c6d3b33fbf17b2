import type { CallEvent } from '../../engine/machine.js';
import type { Expression } from '../../ir/program.js';
import type { CallCheck } from '../rule.js';

/** A check that reports at most once for each file: what is missing everywhere is one habit, not many faults. */
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

/** Whether all that a call is given can be seen: no list or map of unknown things is spread into it. */
export function isPlain(event: CallEvent): boolean {
  const { arguments: given } = event.node;
  return (
    event.arguments.spread === undefined && given.every(({ spread, value }) => !spread && isPlainValue(value))
  );
}

const isPlainValue = (value: Expression): boolean =>
  value.kind !== 'object' || value.entries.every((entry) => 'key' in entry);
