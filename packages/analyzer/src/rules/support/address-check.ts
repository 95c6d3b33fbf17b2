import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { slot } from '../../engine/values/run-state.js';
import { maybe, surely } from '../../engine/values/value.js';
import { option } from '../../engine/expressions/call-arguments.js';
import type { FunctionDefinition } from '../../ir/program.js';
import { isDefinition } from '../../ir/walk.js';
import { memoByName, memoByNode } from '../../common/memo.js';

/** Names of functions and lists with which code checks the address of a host. */
const GUARD =
  /ssrf|^is_?(?:private|loopback|link_?local|internal|public)$|(?:private|internal|public|blocked|allowed|trusted|safe|forbidden|reserved|permitted|local)_?(?:ips?|ipv4|hosts?|hostnames?|urls?|uris?|addr|address|addresses|domains?|origins?|networks?|ranges?|targets?|endpoints?)|(?:assert|check|ensure|verify|validate|guard|require|reject|block|deny)_?(?:public|safe|external|allowed|private|internal|trusted|remote|outbound)|(?:host|url|domain|ip|address)_?(?:is_?)?(?:allowed|blocked|safe|allow_?list|white_?list|block_?list|deny_?list|guard)/iu;

const SCHEME = /^https?(?::(?:\/\/)?)?$/u;

/** What a function and those within it call, compare and set with regard to addresses. */
interface AddressChecks {
  /** The last names of what it calls, and of their receivers. */
  readonly called: ReadonlySet<string>;
  readonly throws: boolean;
  /** It contains the scheme of a URL as a string. */
  readonly namesScheme: boolean;
  /** Keyword arguments and fields with constant values: `follow_redirects=True`. */
  readonly settings: ReadonlySet<string>;
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Adds the last name of a callee, and of its receiver. */
function addNames(callee: unknown, called: Set<string>): void {
  if (!isNode(callee)) return;
  const { kind, name, property, object } = callee;
  if (kind === 'name' && typeof name === 'string') called.add(name);
  if (kind !== 'member' || typeof property !== 'string') return;
  called.add(property);
  const owner = isNode(object) ? (object['property'] ?? object['name']) : undefined;
  if (typeof owner === 'string') called.add(owner);
}

/** The checks of a function; what is within a nested one is read once, for that. */
const addressChecksOf = memoByNode((code: object): AddressChecks => {
  const called = new Set<string>();
  const settings = new Set<string>();
  let namesScheme = false;
  let throws = false;
  const queue = [code].filter(isNode);
  for (let each = queue.pop(); each; each = queue.pop()) {
    if (each !== code && isDefinition(each)) {
      const inner = addressChecksOf(each);
      for (const name of inner.called) called.add(name);
      for (const setting of inner.settings) settings.add(setting);
      namesScheme ||= inner.namesScheme;
      throws ||= inner.throws;
      continue;
    }
    const { kind, name, value } = each;
    if (kind === 'call') addNames(each['callee'], called);
    throws ||= kind === 'throw';
    if (kind === 'constant' && typeof value === 'string') namesScheme ||= SCHEME.test(value);
    if (typeof name === 'string' && isConstant(value)) settings.add(`${name}=${String(value['value'])}`);
    for (const key in each) {
      const part = each[key];
      if (typeof part === 'object' && part !== null) queue.push(part as Readonly<Record<string, unknown>>);
    }
  }
  return { called, throws, namesScheme, settings };
});

const isGuard = memoByName((name) => GUARD.test(name));

/** Whether a function calls, or calls a method on, something named like an address check. */
function guards({ called }: AddressChecks): boolean {
  for (const name of called) if (isGuard(name)) return true;
  return false;
}

const isTest = memoByName((name) => TESTS.test(name));

/** Whether a function finds out what an address is, and refuses some: it throws, or it is named like a check. */
const tests = memoByNode((definition: FunctionDefinition): boolean => {
  const { called, throws } = addressChecksOf(definition);
  if (!throws && !isGuard(definition.name)) return false;
  for (const name of called) if (isTest(name)) return true;
  return false;
});

const isConstant = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isNode(value) && value['kind'] === 'constant';

function* codeAround(frame: Frame): Generator<AddressChecks> {
  for (let each: Frame | undefined = frame; each; each = each.caller)
    if (each.function) yield addressChecksOf(each.function);
}

const some = (frame: Frame, test: (checks: AddressChecks) => boolean): boolean => {
  for (const checks of codeAround(frame)) if (test(checks)) return true;
  return false;
};

/** Calls that find the addresses of a host or classify one: a check without them compares texts alone. */
const TESTS =
  /^(?:lookup|getaddrinfo|gethostbyname\w*|resolve4?|resolve6|resolveAny|LookupIP(?:Addr)?|LookupHost|LookupNetIP|is_?(?:private|loopback|link_?local\w*|global|unspecified)|BlockList|ip_network|ip_address)$/iu;

/**
 * The names of functions that refuse addresses after they have found what they are, and functions that ran and may be such
 * checks.
 */
const CHECKS = slot(() => ({
  known: new Set<string>(),
  /** Functions that compare the scheme of an address. */
  ofScheme: new Set<string>(),
  unread: new Set<FunctionDefinition>(),
}));

/** The checks among the functions that ran. */
function checksIn({ scope: { run } }: Frame): { known: ReadonlySet<string>; ofScheme: ReadonlySet<string> } {
  const { known, ofScheme, unread } = run.of(CHECKS);
  for (const definition of unread) {
    if (tests(definition)) known.add(definition.name);
    if (definition.name !== '' && addressChecksOf(definition).namesScheme) ofScheme.add(definition.name);
  }
  unread.clear();
  return { known, ofScheme };
}

const callsOneOf = (frame: Frame, names: ReadonlySet<string>): boolean =>
  names.size > 0 && some(frame, ({ called }) => [...called].some((name) => names.has(name)));

/** Records a function that runs: it may test addresses. Most packages never ask, so its code is read later. */
export function noteAddressCheck({ frame }: Extract<Event, { kind: 'run' }>): void {
  const { function: definition, scope } = frame;
  if (definition) scope.run.of(CHECKS).unread.add(definition);
}

/** Whether a function in the call stack calls one that tests addresses and refuses some of them. */
export const isTested = (frame: Frame): boolean => callsOneOf(frame, checksIn(frame).known);

/** Whether a function in the call stack calls one that is named like a check of addresses. */
export const isGuarded = (frame: Frame): boolean => some(frame, guards);

/** Whether a function in the call stack, one that it calls, or the one that is called, compares the scheme of an address. */
export const checksScheme = ({ frame, callee }: CallEvent): boolean =>
  some(frame, ({ namesScheme }) => namesScheme) ||
  callsOneOf(frame, checksIn(frame).ofScheme) ||
  callee.targets.some((target) => target.kind === 'closure' && addressChecksOf(target.function).namesScheme);

/** Whether a request certainly does not follow redirects. */
export function followsNone(event: CallEvent): boolean {
  const { names, frame, receiver, arguments: given } = event;
  const redirect = option(event, 'redirect');
  if (surely(redirect, 'error') || surely(redirect, 'manual')) return true;
  if (surely(option(event, 'maxRedirects'), 0) || surely(option(event, 'followRedirect'), false)) return true;
  if (surely(given.named.get('allow_redirects'), false)) return true;
  if (receiver?.objects.some(({ fields }) => fields.has('CheckRedirect'))) return true;
  if (!names.some((name) => name.startsWith('httpx.'))) return false;
  // httpx does not follow redirects by default.
  return (
    !maybe(given.named.get('follow_redirects'), true) &&
    !some(
      frame,
      ({ settings }) => settings.has('follow_redirects=True') || settings.has('follow_redirects=true'),
    )
  );
}
