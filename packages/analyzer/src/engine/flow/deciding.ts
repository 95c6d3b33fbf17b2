import type { Expression, FunctionDefinition, If, Lines, Statement } from '../../ir/program.js';
import { lastNameOf, nodesOf, nodesWithin } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import type { Frame } from '../frame.js';
import type { Reporter } from '../machine.js';
import { decisionOf, noteRequired, type Decision } from '../values/assumptions.js';
import { Assumption } from '../values/reasons.js';
import { constantValue, type Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };

/** The assumptions that exclude a point, and those that lead to it: bits of Assumption. */
export interface Assumptions {
  readonly excluded: number;
  readonly decided: number;
}

/** The assumptions about a point, with those about the calls that lead to it. */
export const assumptionsAt = ({ before, scope: { flow } }: Frame): Assumptions => ({
  excluded: (before?.excluded ?? 0) | flow.excluded,
  decided: (before?.decided ?? 0) | flow.decided,
});

/** What is known of the requests at a return. */
export const returnPoint = ({
  scope: { flow },
}: Frame): Omit<Frame['returns'][number], 'value' | 'facts'> => ({
  excluded: flow.excluded,
  decided: flow.decided,
  passed: flow.passed,
});

/** A function ends without a value. */
export const returnNothing = (frame: Frame): void => {
  const facts = frame.scope.flow.factsSince();
  frame.returns.push({ value: constantValue(null), facts, ...returnPoint(frame) });
};

/** Notes that a request is passed on: the functions that are running have done so from here on. */
export function notePassed(from: Frame): void {
  for (let frame: Frame | undefined = from; frame; frame = frame.caller) frame.scope.flow.passed = true;
}

/** Labels a branch that is taken when a condition is `side`. */
export function follow({ scope: { flow } }: Frame, decision: Decision | undefined, side: boolean): void {
  if (!decision) return;
  if (decision.truth === side) flow.decided |= decision.because;
  else flow.excluded |= decision.because;
}

const REFUSALS = new Set<unknown>(names.refusals.statuses);
const REFUSING = new RegExp(`^(?:${names.refusals.names.join('|')})$`, 'iu');
const OF_ORIGIN = new RegExp(`(?:${names.requestParts.origins.join('|')})`, 'iu');

/** Whether some code says that a request is refused: its status, or an error with such a name. */
const refuses = memoByNode((body: object): boolean =>
  nodesWithin(body, false).some(
    (node) =>
      (node.kind === 'constant' && REFUSALS.has(node.value)) ||
      (node.kind === 'name' && REFUSING.test(node.name)) ||
      (node.kind === 'member' && REFUSING.test(node.property)),
  ),
);

const ENDS: ReadonlySet<string> = new Set(['return', 'throw']);

/** Whether a statement ends its function: `abort(401)` too. */
const isEnd = (node: Statement): boolean =>
  ENDS.has(node.kind) ||
  (node.kind === 'expression' &&
    node.expression.kind === 'call' &&
    lastNameOf(node.expression.callee) === 'abort');

/** Whether some code ends its function with a refusal. */
const endsRefusing = (body: readonly Statement[]): boolean => body.some(isEnd) && refuses(body);

const mentionsOrigin = memoByNode((test: Expression): boolean =>
  nodesWithin(test, false).some(
    (node) =>
      (node.kind === 'name' && OF_ORIGIN.test(node.name)) ||
      (node.kind === 'member' && OF_ORIGIN.test(node.property)) ||
      (node.kind === 'constant' && typeof node.value === 'string' && OF_ORIGIN.test(node.value)),
  ),
);

/** What says that an error is about who sends the request. */
const OF_SENDER = /auth|token|jwt|jws|credential|signature|api_?key/iu;

/** The conditions about an error that was caught, and not about who sends the request: another service has refused. */
const relayedIn = memoByNode((definition: FunctionDefinition): ReadonlySet<If> => {
  const found = new Set<If>();
  const handlers = nodesOf(definition).flatMap((node) => (node.kind === 'try' ? node.handlers : []));
  for (const { binding, body } of handlers) {
    if (binding?.kind !== 'bind') continue;
    for (const node of nodesWithin(body)) {
      if (node.kind !== 'if') continue;
      const words = nodesWithin(node.test, false).map((each) => lastNameOf(each as Expression));
      if (words.includes(binding.name) && !words.some((word) => OF_SENDER.test(word))) found.add(node);
    }
  }
  return found;
});

/** The names of requests in Go, whose `Host` is that of the request. */
const REQUESTS = /^r(?:eq(?:uest)?)?$/u;

/** Whether code reads the header `Host` of a request. */
const readsHost = (expression: Expression): boolean =>
  nodesWithin(expression, false).some(
    (node) =>
      (node.kind === 'constant' && typeof node.value === 'string' && node.value.toLowerCase() === 'host') ||
      (node.kind === 'member' && node.property === 'host' && lastNameOf(node.object) === 'headers') ||
      (node.kind === 'member' && node.property === 'Host' && REQUESTS.test(lastNameOf(node.object))),
  );

const isHost = (expression: Expression): boolean =>
  expression.kind === 'member' && /^(?:host(?:name)?|origin|netloc)$/iu.test(expression.property);

/**
 * Whether a condition compares the host of an address, such as the Origin, with the header `Host`: a name that leads to another
 * address now (DNS rebinding) is in both, so that nobody is refused who matters.
 */
const comparesOwnHost = memoByNode((test: Expression): boolean =>
  nodesWithin(test, false).some((node) => {
    if (node.kind !== 'operation' || (node.operator !== '==' && node.operator !== '!=')) return false;
    const [left, right] = node.operands;
    if (!left || !right) return false;
    const [one, other] = readsHost(right) ? [left, right] : [right, left];
    return readsHost(other) && isHost(one) && !readsHost(one);
  }),
);

/** What a condition is that is not understood, but after which a request is refused: a check of who sends it. */
function refusalOf({ test, then, otherwise }: If): Decision | undefined {
  if (comparesOwnHost(test)) return undefined;
  const truth = endsRefusing(then);
  if (!truth && !refuses(otherwise)) return undefined;
  return { truth, because: mentionsOrigin(test) ? Assumption.FOREIGN : Assumption.ANONYMOUS };
}

/** How assumptions decide an `if` statement. */
export function decisionAbout(node: If, test: Value, frame: Frame): Decision | undefined {
  const decision = decisionOf(test, frame.scope.run);
  if (decision || frame.entry.kind !== 'route') return decision;
  return frame.function && relayedIn(frame.function).has(node) ? undefined : refusalOf(node);
}

/** Whether some code leaves its function or loop and the program goes on. */
const leaves = memoByNode((body: object): boolean =>
  nodesWithin(body, false).some(({ kind }) => kind === 'return' || kind === 'break' || kind === 'continue'),
);

/** Entries at which a program starts. */
const STARTS: ReadonlySet<Frame['entry']['kind']> = new Set(['module', 'function']);

/**
 * Watches the two branches of an `if` statement that assumptions decide.
 * @returns what to call at the end of each branch, and after both
 */
export function watchBranches(
  node: If,
  decision: Decision,
  frame: Frame,
  machine: Reporter,
): { readonly end: (side: boolean) => void; readonly after: () => void } {
  const { flow: base } = frame.scope;
  const { excluded } = base;
  const alive = new Set<boolean>();
  const before = frame.returns.length;
  return {
    end: (side) => {
      if (frame.alive) alive.add(side);
    },
    after: () => {
      const { truth, because } = decision;
      const isRoute = frame.entry.kind === 'route';
      if (alive.has(truth) && !alive.has(!truth) && isRoute && because === Assumption.DEFAULTS) {
        const refusal = refusalOf(node);
        if (refusal && refusal.truth !== truth)
          machine.emit({
            kind: 'refusal',
            frame,
            lines: node.test,
            because: refusal.because,
            isOptional: true,
          });
      }
      if (alive.has(truth) || !alive.has(!truth)) return;
      if (isRoute) machine.emit({ kind: 'refusal', frame, lines: node.test, because, isOptional: false });
      if (because !== Assumption.DEFAULTS || !STARTS.has(frame.entry.kind)) return;
      const returned = frame.returns.slice(before);
      const fails = returned.length > 0 && returned.every(({ isSet }) => isSet);
      if (!fails && leaves(truth ? node.then : node.otherwise)) return;
      // The program does not start so: what is missing is always there.
      noteRequired(decision, frame.scope.run);
      base.excluded = excluded;
    },
  };
}

/** Notes that a call does not return under assumptions. */
export function noteEnded(excluded: number, frame: Frame, lines: Lines, machine: Reporter): void {
  const { flow } = frame.scope;
  if ((excluded & ~flow.excluded) === 0) return;
  if (frame.entry.kind === 'route')
    machine.emit({ kind: 'refusal', frame, lines, because: excluded, isOptional: false });
  flow.excluded |= excluded;
}
