import { assumptionsAt, notePassed, type Assumptions } from '../../engine/flow/deciding.js';
import type { Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { decisionOf } from '../../engine/values/assumptions.js';
import { Assumption } from '../../engine/values/reasons.js';
import type { FunctionDefinition } from '../../ir/program.js';

/** Whether something refuses requests: by default, only if it is configured to, or not at all. */
export type Protection = 'required' | 'optional' | 'none';

/** What requests must show: a credential, or an Origin or Host that is the server's. */
export interface Access {
  readonly authentication: Protection;
  readonly origin: Protection;
}

/** A route, as findings name it. */
export interface Route {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** What refuses nothing. */
export const OPEN: Access = { authentication: 'none', origin: 'none' };

const ORDER: readonly Protection[] = ['none', 'optional', 'required'];

const by =
  (choose: (...ranks: number[]) => number) =>
  (one: Protection, other: Protection): Protection =>
    ORDER[choose(ORDER.indexOf(one), ORDER.indexOf(other))] ?? 'none';

const stronger = by(Math.max);
const weaker = by(Math.min);

const joined = (
  all: readonly Access[],
  join: (one: Protection, other: Protection) => Protection,
): Access | undefined => {
  const [first, ...others] = all;
  return (
    first &&
    others.reduce(
      (access, each) => ({
        authentication: join(access.authentication, each.authentication),
        origin: join(access.origin, each.origin),
      }),
      first,
    )
  );
};

/** The protection of several checks that a request passes one after the other. */
export const allOf = (all: readonly Access[]): Access => joined(all, stronger) ?? OPEN;

/** The protection of several ways, of which a request takes any. */
export const anyOf = (all: readonly Access[]): Access => joined(all, weaker) ?? OPEN;

/** The same protection, if it is configured. */
export const optionally = ({ authentication, origin }: Access): Access => ({
  authentication: weaker(authentication, 'optional'),
  origin: weaker(origin, 'optional'),
});

/** The outermost function of a route that runs at a frame, and its frame. */
function rootOf(
  frame: Frame,
): { readonly frame: Frame; readonly definition: FunctionDefinition } | undefined {
  let root: Frame = frame;
  while (root.caller?.function) root = root.caller;
  return root.function && { frame: root, definition: root.function };
}

/** The function of a route that runs at a frame. */
export const handlerAt = (frame: Frame): FunctionDefinition | undefined =>
  frame.entry.kind === 'route' ? rootOf(frame)?.definition : undefined;

/** Where a function lets requests pass, and where it refuses them. */
interface Seen {
  readonly passes: Assumptions[];
  readonly ends: (Assumptions & { readonly passed: boolean })[];
  readonly refusals: { readonly because: number; readonly excluded: number }[];
}

/** Further ones do not change what is known of a function. */
const MAX_SEEN = 64;

/** What the functions of routes do with requests, as seen while they run. */
export class ChecksSeen {
  private readonly seen = new Map<FunctionDefinition, Seen>();
  /** Functions that say by their results whether a request is taken. */
  readonly predicates = new Set<FunctionDefinition>();

  private of(definition: FunctionDefinition): Seen {
    const existing = this.seen.get(definition) ?? { passes: [], ends: [], refusals: [] };
    this.seen.set(definition, existing);
    return existing;
  }

  /** A condition refuses requests: in the function of a route itself, or in one that raises an error. */
  see(event: Extract<Event, { kind: 'refusal' }>): void {
    const root = rootOf(event.frame);
    if (!root || root.frame !== event.frame) return;
    const { refusals } = this.of(root.definition);
    const { excluded } = assumptionsAt(event.frame);
    const missing = event.isOptional ? Assumption.DEFAULTS : 0;
    if (refusals.length < MAX_SEEN)
      refusals.push({ because: event.because, excluded: (excluded & ~event.because) | missing });
  }

  /** What a function answers: of one that says whether a request is taken, that it is not. */
  answer({ frame, value }: Extract<Event, { kind: 'answer' }>): void {
    const root = rootOf(frame);
    if (!root || root.frame !== frame || !this.predicates.has(root.definition)) return;
    const decision = decisionOf(value, frame.scope.run);
    const { excluded } = assumptionsAt(frame);
    if (decision?.truth === false && this.of(root.definition).refusals.length < MAX_SEEN)
      this.of(root.definition).refusals.push({ because: decision.because, excluded });
  }

  /** Where a function returns: before it passes a request on, the request is refused. */
  end({ returns, function: definition }: Frame): void {
    if (!definition) return;
    const { ends } = this.of(definition);
    for (const { excluded = 0, decided = 0, passed = false } of returns)
      if (ends.length < MAX_SEEN) ends.push({ excluded, decided, passed });
  }

  /** A function passes a request on. */
  pass(frame: Frame): void {
    const definition = handlerAt(frame);
    if (!definition) return;
    notePassed(frame);
    const { passes } = this.of(definition);
    if (passes.length < MAX_SEEN) passes.push(assumptionsAt(frame));
  }

  /** What a function refuses before it passes requests on, or before it handles them. */
  accessOf(definition: FunctionDefinition): Access {
    const seen = this.seen.get(definition);
    if (!seen) return OPEN;
    return {
      authentication: protectionOf(seen, Assumption.ANONYMOUS),
      origin: protectionOf(seen, Assumption.FOREIGN),
    };
  }
}

/** The protection against the requests of an assumption. */
function protectionOf({ passes, ends, refusals }: Seen, assumption: number): Protection {
  const refusing = refusals.filter(({ because }) => (because & assumption) !== 0);
  const optional = refusing.filter(({ excluded }) => (excluded & Assumption.DEFAULTS) !== 0);
  if (passes.length > 0) {
    const protection = protectionBefore(passes, ends, assumption);
    return protection === 'none' && optional.length > 0 ? 'optional' : protection;
  }
  if (refusing.length === 0) return 'none';
  return optional.length < refusing.length ? 'required' : 'optional';
}

/** The protection by a function that passes requests on. */
function protectionBefore(passes: Seen['passes'], ends: Seen['ends'], assumption: number): Protection {
  const mask = assumption | Assumption.DEFAULTS;
  const refused = ends.filter(({ passed, decided }) => !passed && (decided & assumption) !== 0);
  // Where a foreign page may pass as well, what is refused is another fault: an Origin that cannot be read. Exemptions from
  // authentication are those that the server means.
  const isKept = assumption !== Assumption.FOREIGN || passes.every(({ excluded }) => (excluded & mask) !== 0);
  if (isKept && refused.some(({ excluded }) => (excluded & mask) === 0)) return 'required';
  if (isKept && refused.length > 0) return 'optional';
  if (!passes.some(({ excluded }) => (excluded & assumption) !== 0)) return 'none';
  const free = passes.filter(({ excluded }) => (excluded & mask) === 0);
  // What passes after a condition about the credential is let through without one.
  if (free.some(({ decided }) => (decided & assumption) !== 0)) return 'none';
  // What passes because nothing is configured is let through by default.
  return free.some(({ decided }) => (decided & Assumption.DEFAULTS) !== 0) ? 'optional' : 'required';
}
