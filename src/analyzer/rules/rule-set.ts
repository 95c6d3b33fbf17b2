import type { Event } from '../engine/machine.js';
import type { CallCheck, Found, Rule } from './rule.js';

interface Listener {
  readonly rule: Rule;
  readonly check: CallCheck;
}

type EventCheck = (event: Event, report: (found: Found) => void) => void;

/** So many different calls are kept apart; code that was made by a program may have more. */
const MAX_KEPT = 10_000;

/** All rules, arranged by what they listen to. */
export class RuleSet {
  private readonly calls = new Map<string, Listener[]>();
  private readonly events = new Map<Event['kind'], { readonly rule: Rule; readonly check: EventCheck }[]>();
  /** Who listens to a call, by all of its names: the same calls come again and again. */
  private readonly kept = new Map<string, readonly Listener[]>();

  readonly rules: readonly Rule[];

  /** @throws Error when two rules have the same id */
  constructor(rules: readonly Rule[]) {
    this.rules = rules.map((rule) => ({ ...rule, ...rule.remembering?.() }));
    const ids = new Set<string>();
    for (const rule of this.rules) {
      if (ids.has(rule.id)) throw new Error(`two rules are called ${rule.id}`);
      ids.add(rule.id);
      for (const [name, check] of Object.entries(rule.calls ?? {}))
        this.calls.set(name, [...(this.calls.get(name) ?? []), { rule, check }]);
      for (const [kind, check] of Object.entries(rule.events ?? {}) as [Event['kind'], EventCheck][])
        this.events.set(kind, [...(this.events.get(kind) ?? []), { rule, check }]);
    }
  }

  /** Shows an event to the rules that ask for it. */
  dispatch(event: Event, add: (rule: Rule, found: Found) => void): void {
    if (event.kind === 'call') {
      for (const { rule, check } of this.listenersOf(event.names, event.method))
        check(event, (found) => add(rule, found));
      return;
    }
    for (const { rule, check } of this.events.get(event.kind) ?? [])
      check(event, (found) => add(rule, found));
  }

  /** Who listens to a call, each once. */
  private listenersOf(names: readonly string[], method: string | undefined): readonly Listener[] {
    const all = [...names, ...(method === undefined ? [] : [`.${method}`]), '*'];
    const key = all.join('\n');
    const known = this.kept.get(key);
    if (known) return known;
    const listeners = [...new Set(all.flatMap((name) => this.calls.get(name) ?? []))];
    if (this.kept.size < MAX_KEPT) this.kept.set(key, listeners);
    return listeners;
  }
}
