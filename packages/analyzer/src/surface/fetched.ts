import { NUMBER, type Taint } from '../engine/values/taint.js';
import type { Value } from '../engine/values/value.js';
import { valuesWithin } from '../engine/values/within.js';
import type { Fetched } from './surface.js';

/** Schemas nest a few levels: properties, a property, its description. */
const DEPTH = 4;

const isFetched = ({ source: { kind }, sanitizedFor }: Taint): boolean =>
  kind === 'remote-content' && (sanitizedFor & NUMBER) !== NUMBER;

function fetchedWithin(value: Value): Taint | undefined {
  for (const { taints } of valuesWithin(value, DEPTH)) {
    const fetched = taints.find(isFetched);
    if (fetched) return fetched;
  }
  return undefined;
}

/** What a declared tool is made of that comes from the network: its description first, because models read it as a text. */
export function fetchedIn(declared: {
  readonly name: Value;
  readonly description?: Value;
  readonly schema?: Value;
}): Fetched | undefined {
  for (const what of ['description', 'name', 'schema'] as const) {
    const value = declared[what];
    const taint = value && (what === 'schema' ? fetchedWithin(value) : value.taints.find(isFetched));
    // A text of the server around it shows that the server meant to say something itself.
    if (taint) return { what, taint, isPart: value.parts?.some(({ constants }) => constants) === true };
  }
  return undefined;
}
