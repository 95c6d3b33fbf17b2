import type { Event } from '../engine/events.js';
import { memoByName } from '../common/memo.js';
import type { CallCheck, PackageView, Report, Rule, StoreCheck } from './rule.js';
import type { Found } from '../findings/found.js';
import type { TextFile } from '../files/text-file.js';

interface Listener<Check> {
  readonly check: Check;
  readonly report: Report;
}

type EventCheck = (event: Event, report: Report) => void;

/** Limit on cached call signatures; generated code may exceed it. */
const MAX_KEPT = 10_000;

/** Passes an event to listeners. */
function inform<E extends Event>(
  listeners: readonly Listener<(event: E, report: Report) => void>[] | undefined,
  event: E,
): void {
  if (!listeners) return;
  // eslint-disable-next-line typescript/prefer-for-of -- An iterator would allocate an object for each of millions of steps.
  for (let index = 0; index < listeners.length; index += 1) {
    const listener = listeners[index];
    listener?.check(event, listener.report);
  }
}

function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** The rules of one analysis, indexed by the events that they subscribe to. */
export class RuleSet {
  private readonly rules: readonly Rule[];
  private readonly calls = new Map<string, Listener<CallCheck>[]>();
  private readonly called: (Listener<CallCheck> & { readonly names: (name: string) => boolean })[] = [];
  /** Store checks with a list of names, and those with a name predicate. */
  private readonly listed = new Map<string, Listener<StoreCheck['check']>[]>();
  private readonly tested: (Listener<StoreCheck['check']> & { readonly names: (name: string) => boolean })[] =
    [];
  private readonly events = new Map<Event['kind'], Listener<EventCheck>[]>();
  /** The listeners of a call, cached by method and names: the same calls recur. */
  private readonly kept = new Map<string, Map<string, readonly Listener<CallCheck>[]>>();
  private keptCount = 0;

  /**
   * @param known facts established before the code is run
   * @param onFound receives each result of a rule
   * @throws Error when two rules share an id
   */
  constructor(
    rules: readonly Rule[],
    known: Pick<PackageView, 'facts' | 'paths'>,
    private readonly onFound: (rule: Rule, found: Found) => void,
  ) {
    this.rules = rules.map((rule) => ({ ...rule, ...rule.remembering?.(known) }));
    const ids = new Set<string>();
    for (const rule of this.rules) {
      if (ids.has(rule.id)) throw new Error(`two rules have the id ${rule.id}`);
      ids.add(rule.id);
      const report = this.reportOf(rule);
      // A check registered under several names runs once for a call that matches two of them.
      const listeners = new Map<CallCheck, Listener<CallCheck>>();
      for (const [name, check] of Object.entries(rule.calls ?? {})) {
        const listener = listeners.get(check) ?? { check, report };
        listeners.set(check, listener);
        append(this.calls, name, listener);
      }
      for (const { names, check } of rule.called ?? []) this.called.push({ names, check, report });
      for (const { names, check } of rule.stores ?? [])
        if (typeof names === 'function') this.tested.push({ names, check, report });
        else for (const name of names) append(this.listed, name, { check, report });
      for (const [kind, check] of Object.entries(rule.events ?? {}) as [Event['kind'], EventCheck][])
        append(this.events, kind, { check, report });
    }
  }

  private reportOf(rule: Rule): Report {
    return (found) => this.onFound(rule, found);
  }

  /** Passes an event to the rules that subscribe to it. */
  dispatch(event: Event): void {
    if (event.kind === 'call') {
      inform(this.listenersOf(event.names, event.method), event);
      if (event.arguments.named.size > 0) inform(this.calls.get('*='), event);
      return;
    }
    if (event.kind === 'store') inform(this.storesUnder(event.name), event);
    else inform(this.events.get(event.kind), event);
  }

  /** The checks of what is stored under a name, those of every store included. */
  private readonly storesUnder = memoByName((name): readonly Listener<StoreCheck['check']>[] => [
    ...(this.listed.get(name) ?? []),
    ...this.tested.filter(({ names }) => names(name)),
    ...((this.events.get('store') as Listener<StoreCheck['check']>[] | undefined) ?? []),
  ]);

  /**
   * Runs the rules' file and package checks.
   * @param isLate whether the clock ends the analysis, as a last resort
   * @returns whether all of them were run
   */
  look(view: PackageView, texts: readonly TextFile[], isLate = (): boolean => false): boolean {
    for (const rule of this.rules) {
      if (isLate()) return false;
      const report = this.reportOf(rule);
      if (rule.file) for (const file of texts) rule.file(file, report);
      rule.package?.(view, report);
    }
    return true;
  }

  /** The listeners of a call, without duplicates. */
  private listenersOf(names: readonly string[], method = ''): readonly Listener<CallCheck>[] {
    const name = names.length === 1 ? (names[0] ?? '') : names.join('\n');
    const known = this.kept.get(method)?.get(name);
    if (known) return known;
    const all = [...names, ...(method === '' ? [] : [`.${method}`])];
    const listeners = [
      ...new Set([...all, '*'].flatMap((each) => this.calls.get(each) ?? [])),
      ...this.called.filter((listener) => all.some((each) => listener.names(each))),
    ];
    if (this.keptCount >= MAX_KEPT) return listeners;
    this.keptCount += 1;
    const ofMethod = this.kept.get(method) ?? new Map<string, readonly Listener<CallCheck>[]>();
    this.kept.set(method, ofMethod.set(name, listeners));
    return listeners;
  }
}
