import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { ENCODED } from '../../models/data.js';
import { flowInto } from '../support/flows.js';
import type { Report } from '../rule.js';
import { outline } from '../../engine/expressions/texts.js';
import { allHarmful } from '../support/pieces.js';
import { hasWords } from './sql-text.js';
import { sinkOf } from '../support/locations.js';
import { sentBy } from '../support/requests.js';

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

/** The nesting of options: `{ body: { statements: [{ query }] } }`. */
const DEPTH = 4;
const ANY = /^/u;
/** Fields of the body of a request that hold queries. */
const QUERIES = /quer(?:y|ies)$|sql$|statements?$|^stmt$|cypher|^[kd]ql$|^q$/iu;

/** All texts in a value: itself, or those in the fields of an object, under some names. */
function textsIn(value: Value, names: RegExp, depth = DEPTH): readonly Value[] {
  if (value.objects.length === 0) return [value];
  if (depth === 0) return [];
  return value.objects.flatMap(({ fields, items = [], rest }) => {
    const named = [...fields].flatMap(([name, each]) =>
      each.objects.length > 0 || names.test(name) ? [each] : [],
    );
    return [...named, ...items, ...(rest ? [rest] : [])].flatMap((each) => textsIn(each, names, depth - 1));
  });
}

/** All texts among the arguments, including those in options objects. */
export const textsGiven = ({ arguments: { positional, named } }: CallEvent): readonly Value[] =>
  [...positional, ...named.values()].flatMap((value) => textsIn(value, ANY));

/** The queries that a request sends in its body, also in an object that was made a text. */
export const queriesSent = (event: CallEvent): readonly Value[] =>
  sentBy(event)
    .slice(1)
    .flatMap((value) => {
      const encoded = value.key === undefined ? undefined : event.frame.scope.run.of(ENCODED).get(value.key);
      return textsIn(encoded ?? value, QUERIES);
    });

/** The last name of a call's path. */
export const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
