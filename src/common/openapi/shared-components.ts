import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

type Section = 'headers' | 'parameters' | 'responses';
type Node = Record<string, unknown>;

/** A part of an operation that can be shared: its name in the components, and its current location. */
interface Occurrence {
  readonly name: string;
  readonly holder: Node;
  readonly key: string;
}

const FIRST_ERROR = 400;

/**
 * Moves identical headers, parameters and error responses of several operations into `components` and references them.
 * The document gets much smaller, and generated clients have one type for each.
 */
export function shareComponents(document: OpenAPIObject): void {
  // Headers first, because they are parts of the responses.
  share(document, 'headers', headersOf(document));
  share(document, 'responses', errorResponsesOf(document));
  share(document, 'parameters', parametersOf(document));
}

/** Shares one object per name, the most frequent one. Other variants stay inline. */
function share(document: OpenAPIObject, section: Section, occurrences: readonly Occurrence[]): void {
  const variants = Map.groupBy(occurrences, ({ name, holder, key }) => JSON.stringify([name, holder[key]]));
  const byFrequency = [...variants.values()].sort((a, b) => b.length - a.length);
  const shared: Record<string, unknown> = {};
  for (const alike of byFrequency) {
    const [first] = alike;
    if (first === undefined || alike.length < 2 || first.name in shared) continue;
    shared[first.name] = first.holder[first.key];
    for (const { name, holder, key } of alike) holder[key] = { $ref: `#/components/${section}/${name}` };
  }
  const sorted = Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
  document.components = { ...document.components, [section]: sorted };
}

const responsesOf = (document: OpenAPIObject): Node[] =>
  operationsOf(document).map(({ operation }) => operation.responses as Node);

const headersOf = (document: OpenAPIObject): Occurrence[] =>
  responsesOf(document)
    .flatMap((responses) => Object.values(responses) as { headers?: Node }[])
    .flatMap(({ headers: holder = {} }) => Object.keys(holder).map((key) => ({ name: key, holder, key })));

const errorResponsesOf = (document: OpenAPIObject): Occurrence[] =>
  responsesOf(document).flatMap((holder) =>
    Object.keys(holder)
      .filter((status) => Number(status) >= FIRST_ERROR)
      .map((key) => ({ name: (STATUS_CODES[key] ?? key).replaceAll(/\W/g, ''), holder, key })),
  );

const parametersOf = (document: OpenAPIObject): Occurrence[] =>
  operationsOf(document).flatMap(({ operation: { parameters = [] } }) =>
    parameters.map((parameter, index) => ({
      name: 'name' in parameter ? parameter.name : '',
      holder: parameters as unknown as Node,
      key: String(index),
    })),
  );
