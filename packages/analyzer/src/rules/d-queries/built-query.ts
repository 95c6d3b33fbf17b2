import type { CallEvent } from '../../engine/machine.js';
import { SanitizedFor, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';
import { flowInto } from '../support/flows.js';
import type { Report } from '../rule.js';
import { outline } from '../../engine/texts.js';
import { allHarmful } from '../support/pieces.js';
import { hasWords } from './sql-text.js';
import { sinkOf } from '../support/locations.js';

/** Reports the first text in a query language that contains a client's value. */
export function reportBuiltQuery(
  values: readonly Value[],
  language: RegExp,
  event: CallEvent,
  description: (taint: Taint) => string,
  report: Report,
): void {
  for (const value of values) {
    if (!hasWords(value) || !language.test(outline(value).slice(0, 4000))) continue;
    const [taint] = allHarmful(value, event.frame, SanitizedFor.QUERY);
    if (!taint) continue;
    report({ ...flowInto(event, taint, sinkOf(event)), description: description(taint) });
    return;
  }
}

/** All texts among the arguments, including those in options objects. */
export const textsGiven = ({ arguments: { positional, named } }: CallEvent): readonly Value[] =>
  [...positional, ...named.values()].flatMap((value) =>
    value.objects.length === 0 ? [value] : value.objects.flatMap(({ fields }) => [...fields.values()]),
  );
