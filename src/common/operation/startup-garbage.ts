import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Returns memory used during startup to the operating system. Node would keep it: the young generation grows to the
 * size needed at startup, and little garbage follows. Stops the world during the collection (ADR 41).
 */
export function collectStartupGarbage(): void {
  // `gc` is otherwise available only if Node was started with this option.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
