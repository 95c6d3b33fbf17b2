import type { Event } from '../engine/machine.js';
import type { CallCheck, Found, Rule } from './rule.js';

interface Listener {
  readonly rule: Rule;
  readonly check: CallCheck;
}

/** All rules, arranged by what they listen to. */
export class RuleSet {
  private readonly calls = new Map<string, Listener[]>();

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
    }
  }

  /** Shows an event to the rules that ask for it. */
  dispatch(event: Event, add: (rule: Rule, found: Found) => void): void {
    if (event.kind === 'call') {
      const heard = new Set<Listener>();
      const names = [...event.names, ...(event.method === undefined ? [] : [`.${event.method}`]), '*'];
      for (const name of names)
        for (const listener of this.calls.get(name) ?? []) {
          if (heard.has(listener)) continue;
          heard.add(listener);
          listener.check(event, (found) => add(listener.rule, found));
        }
      return;
    }
    for (const rule of this.rules) {
      const check = rule.events?.[event.kind] as
        ((event: Event, report: (found: Found) => void) => void) | undefined;
      check?.(event, (found) => add(rule, found));
    }
  }
}
