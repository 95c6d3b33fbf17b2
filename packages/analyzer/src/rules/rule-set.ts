import type { Event } from '../engine/machine.js';
import { memoByName } from '../memo.js';
import type { CallCheck, Found, PackageView, Report, Rule, StoreCheck, TextFile } from './rule.js';

interface Listener<Check> {
  readonly check: Check;
  readonly report: Report;
}

type EventCheck = (event: Event, report: Report) => void;

/** So many different calls are kept apart; code that was made by a program may have more. */
const MAX_KEPT = 10_000;

/** All rules of one analysis, arranged by what they listen to. */
export class RuleSet {
  private readonly rules: readonly Rule[];
  private readonly calls = new Map<string, Listener<CallCheck>[]>();
  private readonly called: (Listener<CallCheck> & { readonly names: (name: string) => boolean })[] = [];
  /** What is stored under names that are listed, and under those that pass a test. */
  private readonly listed = new Map<string, Listener<StoreCheck['check']>[]>();
  private readonly tested: (Listener<StoreCheck['check']> & { readonly names: (name: string) => boolean })[] =
    [];
  private readonly events = new Map<Event['kind'], Listener<EventCheck>[]>();
  /** Who listens to a call, by its method and all of its names: the same calls come again and again. */
  private readonly kept = new Map<string, Map<string, readonly Listener<CallCheck>[]>>();
  private keptCount = 0;

  /**
   * @param known what is known of the package before its code is run
   * @param onFound called with what the rules find
   * @throws Error when two rules have the same id
   */
  constructor(
    rules: readonly Rule[],
    known: Pick<PackageView, 'facts' | 'paths'>,
    private readonly onFound: (rule: Rule, found: Found) => void,
  ) {
    this.rules = rules.map((rule) => ({ ...rule, ...rule.remembering?.(known) }));
    const ids = new Set<string>();
    for (const rule of this.rules) {
      if (ids.has(rule.id)) throw new Error(`two rules are called ${rule.id}`);
      ids.add(rule.id);
      const report = this.reportOf(rule);
      // A check under several names is told once of a call that has two of them.
      const listeners = new Map<CallCheck, Listener<CallCheck>>();
      for (const [name, check] of Object.entries(rule.calls ?? {})) {
        const listener = listeners.get(check) ?? { check, report };
        listeners.set(check, listener);
        this.calls.set(name, [...(this.calls.get(name) ?? []), listener]);
      }
      for (const { names, check } of rule.called ?? []) this.called.push({ names, check, report });
      for (const { names, check } of rule.stores ?? [])
        if (typeof names === 'function') this.tested.push({ names, check, report });
        else
          for (const name of names)
            this.listed.set(name, [...(this.listed.get(name) ?? []), { check, report }]);
      for (const [kind, check] of Object.entries(rule.events ?? {}) as [Event['kind'], EventCheck][])
        this.events.set(kind, [...(this.events.get(kind) ?? []), { check, report }]);
    }
  }

  private reportOf(rule: Rule): Report {
    return (found) => this.onFound(rule, found);
  }

  /** Shows an event to the rules that ask for it. */
  dispatch(event: Event): void {
    if (event.kind === 'call') {
      for (const { check, report } of this.listenersOf(event.names, event.method)) check(event, report);
      if (event.arguments.named.size > 0)
        for (const { check, report } of this.calls.get('*=') ?? []) check(event, report);
      return;
    }
    if (event.kind === 'store')
      for (const { check, report } of this.storesUnder(event.name)) check(event, report);
    for (const { check, report } of this.events.get(event.kind) ?? []) check(event, report);
  }

  /** Who asks for what is stored under a name. */
  private readonly storesUnder = memoByName((name) => [
    ...(this.listed.get(name) ?? []),
    ...this.tested.filter(({ names }) => names(name)),
  ]);

  /** Shows the files, and the package as a whole, to the rules. */
  look(view: PackageView, texts: readonly TextFile[]): void {
    for (const rule of this.rules) {
      const report = this.reportOf(rule);
      if (rule.file) for (const file of texts) rule.file(file, report);
      rule.package?.(view, report);
    }
  }

  /** Who listens to a call, each once. */
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
