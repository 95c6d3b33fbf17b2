import type { CallEvent } from '../../engine/events.js';
import type { Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { openNumber, openSize } from '../support/bounds.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

function reportFinding(event: CallEvent, taint: Taint, report: Report): void {
  report({
    ...flowInto(event, taint, sinkOf(event) === 'operator.mul' ? '*' : sinkOf(event)),
    description: `The amount of allocated memory is set by ${describeSource(taint)}: one call with a large number crashes the server.`,
  });
}

/** A call with the size at an index; `sure` says that the argument can only be a number. */
const sized =
  (index: number, sure: boolean): CallCheck =>
  (event, report) => {
    const size = argument(event, index);
    const taint = sure ? openSize(size, event.frame) : openNumber(size, event.frame);
    if (taint) reportFinding(event, taint, report);
  };

/** `Array.from({ length: n })`. */
const arrayFrom: CallCheck = (event, report) => {
  const length = event.arguments.positional[0]?.objects[0]?.fields.get('length');
  const taint = length && openSize(length, event.frame);
  if (taint) reportFinding(event, taint, report);
};

/** `make([]byte, n)`: the sizes come after the type. */
const made: CallCheck = (event, report) => {
  for (const size of event.arguments.positional.slice(1)) {
    const taint = openNumber(size, event.frame);
    if (taint) {
      reportFinding(event, taint, report);
      return;
    }
  }
};

/** Whether a value may be a string or list, which multiplication repeats. */
const isRepeated = (value: Value): boolean =>
  [value, ...(value.parts ?? [])].some(
    ({ constants }) => constants?.some((constant) => typeof constant === 'string') ?? false,
  ) || value.objects.some(({ items }) => items !== undefined);

/** `"x" * n` and `[0] * n` in Python. */
const multiplied: CallCheck = (event, report) => {
  const values = event.arguments.positional;
  if (!values.some(isRepeated)) return;
  for (const value of values) {
    const taint = isRepeated(value) ? undefined : openNumber(value, event.frame);
    if (taint) {
      reportFinding(event, taint, report);
      return;
    }
  }
};

/** An allocation whose size is a number from the client. */
export const allocation: Rule = {
  id: 'MCP-M001',
  class: 'M',
  title: 'Allocation whose size a client chooses',
  severity: 'medium',
  confidence: 'high',
  cwe: 789,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'A buffer, list or repeated text whose size is a number from a client, without an upper bound.',
  why: 'A single call with a large number takes all memory, and the server ends for everybody.',
  example: {
    language: 'typescript',
    bad: 'Buffer.alloc(size)',
    good: 'Buffer.alloc(Math.min(size, 1_000_000))',
  },
  fix: 'Limit the number, in the schema (`.max()`, `le=`) and where it is used.',
  notCounted: ['numbers that a schema or a comparison bounds', 'sizes of what the client has sent itself'],
  calls: {
    ...byName(names.allocation.calls, sized(0, true)),
    ...byName(['Array', 'Uint8Array', 'Float64Array', 'ArrayBuffer', 'bytes', 'bytearray'], sized(0, false)),
    ...byName(['.repeat', '.padStart', '.padEnd', '.ljust', '.rjust', '.zfill', '.center'], sized(0, true)),
    ...byName(['strings.Repeat', 'bytes.Repeat', 'slices.Repeat'], sized(1, true)),
    'Array.from': arrayFrom,
    make: made,
    'operator.mul': multiplied,
  },
};
