import type { CallEvent } from '../../engine/events.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { CLIENT_SOURCES, SanitizedFor, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argumentValues } from '../../engine/calls/calls.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import { comparesLength } from './lengths.js';
import names from './names.json' with { type: 'json' };

/** A client's value whose size nothing bounds. */
const unbounded = (value: Value, { frame }: CallEvent): Taint | undefined =>
  taintsWithin(value, frame).find(
    ({ source, sanitizedFor }) => CLIENT_SOURCES.has(source.kind) && (sanitizedFor & SanitizedFor.SIZE) === 0,
  );

const check =
  (what: string): CallCheck =>
  (event, report) => {
    if (comparesLength(event.frame)) return;
    for (const value of argumentValues(event.arguments)) {
      const taint = unbounded(value, event);
      if (!taint) continue;
      report({
        ...flowInto(event, taint, sinkOf(event)),
        confidence: 'medium',
        description: `${what} of ${describeSource(taint)}: their number grows faster than any power of its length, so a short input keeps the server busy indefinitely.`,
      });
      return;
    }
  };

/** All arrangements of what a client sends, or a factorial of its number. */
export const arrangements: Rule = {
  id: 'MCP-M006',
  class: 'M',
  title: 'Permutations or factorial of what a client sends',
  severity: 'medium',
  confidence: 'medium',
  cwe: 770,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'The permutations, combinations or products of a list or text of a client, or the factorial of its number, with no limit on its length.',
  why: 'Twenty characters have more permutations than a server makes in a hundred years, and each that is kept takes memory.',
  example: {
    language: 'python',
    bad: 'orders = list(itertools.permutations(stops))',
    good: 'if len(stops) > 8: raise ValueError("at most eight stops")\norders = list(itertools.permutations(stops))',
  },
  fix: 'Limit the length of the input, in the schema (`.max()`, `max_length=`) and where it is used.',
  notCounted: ['inputs whose length a schema or a comparison bounds', 'constant lists'],
  calls: {
    ...byName(names.arrangements.collections, check('All arrangements are made')),
    ...byName(names.arrangements.numbers, check('The factorial is computed')),
  },
};
