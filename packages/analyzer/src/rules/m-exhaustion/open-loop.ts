import type { Frame } from '../../engine/frame.js';
import type { Taint } from '../../engine/values/taint.js';
import { pathsOf, type Value } from '../../engine/values/value.js';
import { describeSource } from '../support/flows.js';
import { comparesSize, endsEarly, loopAt, openNumber, openSize, type LoopNode } from '../support/bounds.js';
import { inHandler } from '../support/locations.js';
import type { Checks, Rule } from '../rule.js';

/** The client's number that bounds a loop: the limit in its condition, or the end of a range. */
function boundOf(loop: LoopNode, bound: Value, frame: Frame): Taint | undefined {
  if (loop.kind === 'loop') return openSize(bound, frame);
  if (pathsOf(bound).includes('range()')) return openSize(bound, frame);
  // A loop over a number binds no items.
  const isNumber = !loop.target && frame.scope.traits.numberLoops && bound.targets.length === 0;
  return isNumber && bound.objects.length === 0 ? openNumber(bound, frame) : undefined;
}

/** A loop whose number of iterations comes from the client. */
export const openLoop: Rule = {
  id: 'MCP-M002',
  class: 'M',
  title: 'Loop whose length a client chooses',
  severity: 'medium',
  confidence: 'medium',
  cwe: 770,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'A loop whose number of turns is a number from a client, without an upper bound.',
  why: 'A single call keeps the server busy for hours; each turn may also keep memory or ask another service.',
  example: {
    language: 'python',
    bad: 'for step in range(steps): pond.step()',
    good: 'for step in range(min(steps, 1000)): pond.step()',
  },
  fix: 'Limit the number, in the schema (`.max()`, `le=`) and where it is used.',
  notCounted: [
    'loops over what the client has sent itself',
    'loops that also end for another reason',
    'numbers that a schema or a comparison bounds',
  ],
  remembering: (): Checks => {
    /** The ids of the sources that have been reported; sources of different tools differ. */
    const reported = new Set<number>();
    return {
      events: {
        loop: ({ frame, lines, bound }, report) => {
          const loop = inHandler(frame) ? loopAt(frame, lines.line) : undefined;
          const taint =
            loop && comparesSize(loop) && !endsEarly(loop) ? boundOf(loop, bound, frame) : undefined;
          if (!taint || reported.has(taint.source.id)) return;
          reported.add(taint.source.id);
          report({
            at: frame,
            lines,
            sink: 'loop',
            taint,
            confidence: 'medium',
            description: `The number of iterations is set by ${describeSource(taint)}: a large number keeps the server busy indefinitely.`,
          });
        },
      },
    };
  },
};
