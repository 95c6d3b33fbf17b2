import type { Frame } from '../../engine/machine.js';
import { Neutral, type Taint } from '../../engine/taint.js';
import { allHarmful, around, HOLE, piecesOf } from '../support/pieces.js';
import type { Destination } from '../support/request-calls.js';

/**
 * Whether what stands before a client's value has settled which host is asked: a scheme, a host and the sign that ends it, a
 * base address that is not known but the server's own, or a path that is relative to one.
 */
function settlesHost(before: string): boolean {
  const scheme = before.indexOf('://');
  if (scheme >= 0) return /^[^/?#@\\]+[/?#:]/u.test(before.slice(scheme + 3));
  if (before.startsWith(HOLE)) return true;
  return before !== '' && !/^(?:(?:https?|wss?|ftp):?\/{0,2}$|\/\/[^/]*$)/iu.test(before);
}

/** What a client can choose of where a request goes to. */
export function chosenBy({ value, isHost }: Destination, frame: Frame): readonly Taint[] {
  const taints = allHarmful(value, frame, Neutral.URL);
  if (taints.length === 0 || isHost) return taints;
  if (!around(value, frame, Neutral.URL)) return taints;
  let before = '';
  const within: Taint[] = [];
  for (const { taint, text } of piecesOf(value, frame, Neutral.URL)) {
    const isPath = before !== '' && taint && (taint.neutral & Neutral.SLASH) !== 0;
    if (isPath || (before !== '' && settlesHost(before))) break;
    if (taint) within.push(taint);
    // A client's own value may be the whole beginning, or one part of the host.
    before += taint ? (before === '' ? '' : 'x') : text;
  }
  return within;
}
