import { unknownResult } from '../../../engine/calls/calls.js';
import {
  constantValue,
  pathsOf,
  surely,
  UNKNOWN,
  type ClassInfo,
  type Value,
} from '../../../engine/values/value.js';
import { nodesWithin } from '../../../ir/walk.js';
import { memoByNode } from '../../../common/memo.js';
import { byName, type Model } from '../../../models/model.js';
import { TIME_LIMIT } from '../../../models/time-limits.js';

/** A session, as an object of its own: what is done to it applies to its requests. */
const session =
  (path: string): Model =>
  (event, machine) => {
    const object = machine.allocate(event.node, event.frame, { path });
    const limit = event.arguments.named.get('timeout');
    if (limit && !surely(limit, null)) object.fields.set(TIME_LIMIT, limit);
    return { ...unknownResult(event, machine), targets: [], objects: [object] };
  };

/** Whether the methods of a class say something about a time limit: `kwargs.setdefault("timeout", 5)`, `send(…, timeout=5)`. */
const mentionsLimit = memoByNode(({ methods }: ClassInfo['definition']): boolean =>
  nodesWithin(methods).some(
    (node) =>
      (node.kind === 'constant' && node.value === 'timeout') ||
      (node.kind === 'member' && node.property === 'timeout') ||
      (node.kind === 'call' && node.arguments.some(({ name }) => name === 'timeout')),
  ),
);

/** Whether an adapter limits the time of the requests that go through it. */
const isLimiting = (adapter: Value): boolean =>
  adapter.objects.some(({ class: info }) => info !== undefined && mentionsLimit(info.definition)) ||
  adapter.targets.some((target) => target.kind === 'class' && mentionsLimit(target.definition)) ||
  pathsOf(adapter).some((path) => /timeout/iu.test(path));

/** `session.mount("https://", adapter)`. */
const mounted: Model = (event) => {
  const adapter = event.arguments.positional[1] ?? event.arguments.named.get('adapter') ?? UNKNOWN;
  if (isLimiting(adapter))
    for (const { fields } of event.receiver?.objects ?? []) fields.set(TIME_LIMIT, constantValue(true));
  return UNKNOWN;
};

/** Sessions and pools whose requests share settings. */
export const SESSIONS: Readonly<Record<string, Model>> = {
  ...byName(['requests.Session', 'requests.session', 'requests.sessions.Session'], session('requests')),
  'urllib3.PoolManager': session('urllib3.PoolManager()'),
  'requests.mount': mounted,
};
