import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Returns the memory that the start has used to the system. Node would keep it: it makes room for as many young objects
 * as a start needs, and little becomes garbage later. Nothing else happens during the collection (ADR 41).
 */
export function collectStartupGarbage(): void {
  // What Node offers to programs only when it is started with this option.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
