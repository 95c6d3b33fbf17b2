import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_SOURCES, SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { flowInto } from '../support/flows.js';
import type { CallCheck, Report } from '../rule.js';
import type { Found } from '../../findings/found.js';
import { reportedFor, type Purpose } from '../support/purpose.js';
import type { CallTable } from '../support/flow-reports.js';
import { checksScheme, followsNone, isGuarded, isTested } from '../support/address-check.js';
import { OPENED_ADDRESSES, type Destination, type ReadDestination } from '../support/request-calls.js';
import { wordsOf } from '../../engine/values/secret-names.js';
import { sinkOf } from '../support/locations.js';
import names from './names.json' with { type: 'json' };
import { HOLE } from '../../engine/expressions/texts.js';
import { allHarmful, around, piecesOf } from '../support/pieces.js';

/**
 * Whether the text before a client's value fixes the host: a scheme and host with a delimiter, an unknown base URL of
 * the server, or a relative path.
 */
function settlesHost(before: string): boolean {
  const scheme = before.indexOf('://');
  if (scheme >= 0) return /^[^/?#@\\]+[/?#:]/u.test(before.slice(scheme + 3));
  if (before.startsWith(HOLE)) return true;
  return before !== '' && !/^(?:(?:https?|wss?|ftp):?\/{0,2}$|\/\/[^/]*$)/iu.test(before);
}

/** The tainted parts of a destination that can change the host. */
export function chosenBy({ value, isHost }: Destination, frame: Frame): readonly Taint[] {
  const taints = allHarmful(value, frame, SanitizedFor.URL);
  if (taints.length === 0 || isHost) return taints;
  if (!around(value, frame, SanitizedFor.URL)) return taints;
  let before = '';
  const within: Taint[] = [];
  for (const { taint, text } of piecesOf(value, frame, SanitizedFor.URL)) {
    const isPath = before !== '' && taint && (taint.sanitizedFor & SanitizedFor.SLASH) !== 0;
    if (isPath || (before !== '' && settlesHost(before))) break;
    if (taint) within.push(taint);
    // A client's value may be the whole start, or one part of the host.
    before += taint ? (before === '' ? '' : 'x') : text;
  }
  return within;
}

/** Tools designed to fetch from, or connect to, a given host. */
const FETCHES: Purpose = {
  operation: 'address',
  parameters: new Set(names.requestFlow.parameters),
  tools: new Set(names.requestFlow.tools),
};

/** Parameters of requests that send the server's data to their destination. */
const SENDS_TO = new Set(['webhook', 'callback', 'hook', 'endpoint', 'notify', 'upload', 'base', 'proxy']);

type RequestSide = 'open' | 'design' | 'first-hop' | 'file';

/** Whether an address is the client's as a whole, and nothing but an address to ask. */
const isWholeAddress = ({ source }: Taint, { value }: Destination): boolean =>
  !value.parts && !wordsOf(source.name).some((word) => SENDS_TO.has(word));

/** A function with the name of an address check proves nothing by its name. */
const GUARDED = 'A function around it is named like a check of addresses, which was not understood.';

const READS_FILES = /^urllib\.request\.(?:urlopen|urlretrieve|build_opener\(\)\.open)$|\.goto$/u;

const readsFiles = (event: CallEvent, { value }: Destination): boolean =>
  !value.parts &&
  [...event.names, `.${event.method ?? ''}`].some(
    (name) => READS_FILES.test(name) || Object.hasOwn(OPENED_ADDRESSES, name),
  ) &&
  !checksScheme(event);

/** The tainted source of a URL whose host was resolved and found not to be internal. */
const foundOuter = ({ value, isHost }: Destination, frame: Frame): Taint | undefined =>
  isHost
    ? undefined
    : taintsHere(value, frame).find(
        ({ source, sanitizedFor }) =>
          CLIENT_SOURCES.has(source.kind) && (sanitizedFor & SanitizedFor.HOP) !== 0,
      );

/** The source that a rule reports for a destination, and the condition for it. */
function reportedTo(
  taints: readonly Taint[],
  event: CallEvent,
  destination: Destination,
  side: RequestSide,
): ReturnType<typeof reportedFor> {
  const [first] = taints;
  if (side === 'file') return first && readsFiles(event, destination) ? { taint: first } : undefined;
  const tested = first ? isTested(event.frame) && first : foundOuter(destination, event.frame);
  if (side === 'first-hop') return tested && !followsNone(event) ? { taint: tested } : undefined;
  if (tested) return undefined;
  const fits = (taint: Taint): boolean => isWholeAddress(taint, destination);
  return reportedFor(taints, event.frame, FETCHES, side === 'design' ? 'design' : 'other', fits);
}

function check(
  event: CallEvent,
  read: ReadDestination,
  side: RequestSide,
  found: (taint: Taint, destination: Destination) => Pick<Found, 'description' | 'confidence'>,
  report: Report,
): void {
  for (const destination of read(event)) {
    const taints = chosenBy(destination, event.frame);
    const reported = reportedTo(taints, event, destination, side);
    if (!reported) continue;
    const { taint, designed } = reported;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      ...(designed && { designed }),
      ...(side !== 'first-hop' && isGuarded(event.frame) && { doubts: [GUARDED] }),
      ...found(taint, destination),
    });
    if (!designed) return;
  }
}

/** Checks of request destinations for one of the rules. */
export const requestChecks = (
  calls: Readonly<Record<string, ReadDestination>>,
  side: RequestSide,
  found: (taint: Taint, destination: Destination) => Pick<Found, 'description' | 'confidence'>,
): CallTable =>
  Object.fromEntries(
    Object.entries(calls).map(([name, read]): [string, CallCheck] => [
      name,
      (event, report) => check(event, read, side, found, report),
    ]),
  );
