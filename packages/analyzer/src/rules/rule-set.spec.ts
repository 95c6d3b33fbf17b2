import { describe, expect, it } from '@jest/globals';
import type { CallEvent, Event } from '../engine/events.js';
import type { Checks, PackageView, Rule } from './rule.js';
import type { Found } from '../findings/found.js';
import { RuleSet } from './rule-set.js';

const KNOWN = { facts: {}, paths: ['server.js'] } as unknown as PackageView;

const TEXTS: Omit<Rule, 'id'> = {
  class: 'A',
  title: 'It does',
  severity: 'high',
  confidence: 'high',
  cwe: 78,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: '',
  why: '',
  example: { language: 'text', bad: '', good: '' },
  fix: '',
  notCounted: [],
};
const ruleOf = (id: string, checks: Partial<Rule>): Rule => ({ ...TEXTS, ...checks, id });

const call = (names: readonly string[], method?: string, named: readonly string[] = []): CallEvent =>
  ({
    kind: 'call',
    names,
    ...(method !== undefined && { method }),
    arguments: { positional: [], named: new Map(named.map((name) => [name, {}])) },
  }) as unknown as CallEvent;
const store = (name: string): Event => ({ kind: 'store', name }) as unknown as Event;

/** The names of the checks that receive events; each check reports its own name. */
function received(
  checks: (named: (name: string) => () => void) => Checks,
  ...events: readonly Event[]
): readonly string[] {
  const reported: string[] = [];
  const set = new RuleSet(
    [
      ruleOf(
        'MCP-A001',
        checks((name) => () => reported.push(name)),
      ),
    ],
    KNOWN,
    () => {
      throw new Error('nothing is reported');
    },
  );
  for (const event of events) set.dispatch(event);
  return reported;
}

describe('a call is passed to checks', () => {
  const checks = (named: (name: string) => () => void): Checks => ({
    calls: {
      'fs.readFile': named('path'),
      '.read': named('method'),
      '*': named('all'),
      '*=': named('naming'),
    },
    called: [{ names: (name) => name.includes('read'), check: named('test') }],
  });

  it.each<[string, CallEvent, readonly string[]]>([
    ['of every call', call(['fs.writeFile']), ['all']],
    ['of its path', call(['fs.readFile']), ['path', 'all', 'test']],
    ['of its method', call([], 'read'), ['method', 'all', 'test']],
    ['of both', call(['fs.readFile', 'fs.read'], 'read'), ['path', 'method', 'all', 'test']],
    ['of named arguments', call(['x'], undefined, ['auth']), ['all', 'naming']],
    ['by its path, not as a method', call(['read']), ['all', 'test']],
  ])('%s', (_what, event, expected) => {
    expect(received(checks, event)).toEqual(expected);
  });

  it('once, even if several of its names match', () => {
    const both = (named: (name: string) => () => void): Checks => {
      const check = named('both');
      return { calls: { 'fs.readFile': check, '.read': check, '*': check } };
    };
    expect(received(both, call(['fs.readFile'], 'read'))).toEqual(['both']);
  });

  it('each time, with or without named arguments', () => {
    const events = [call(['x']), call(['x'], undefined, ['a']), call(['x'], 'read'), call(['x'])];
    expect(received(checks, ...events)).toEqual(['all', 'all', 'naming', 'method', 'all', 'test', 'all']);
  });
});

describe('a stored value is passed to checks', () => {
  const checks = (named: (name: string) => () => void): Checks => ({
    stores: [
      { names: ['to', 'cc'], check: named('list') },
      { names: (name) => name.startsWith('t'), check: named('test') },
    ],
    events: { store: named('all') },
  });

  it.each([
    ['to', ['list', 'test', 'all']],
    ['cc', ['list', 'all']],
    ['text', ['test', 'all']],
    ['from', ['all']],
  ])('under %s', (name, expected) => {
    expect(received(checks, store(name))).toEqual(expected);
    expect(received(checks, store(name), store(name))).toEqual([...expected, ...expected]);
  });
});

describe('the rules of an analysis', () => {
  const found = { description: 'It does.' } as Found;
  const looks = (id: string): Rule => ruleOf(id, { package: (_view, report) => report(found) });

  it('report separately', () => {
    const reported: string[] = [];
    new RuleSet([looks('MCP-A001'), looks('MCP-B001')], KNOWN, ({ id }) => reported.push(id)).look(KNOWN, []);
    expect(reported).toEqual(['MCP-A001', 'MCP-B001']);
  });

  it('must have unique ids', () => {
    const twice = [looks('MCP-A001'), looks('MCP-A001')];
    expect(() => new RuleSet(twice, KNOWN, () => undefined)).toThrow('MCP-A001');
  });

  it('keep their state within one analysis', () => {
    const reported: number[] = [];
    const counting = ruleOf('MCP-A001', {
      remembering: ({ paths }) => {
        let seen = paths.length;
        return { calls: { '*': () => reported.push((seen += 1)) } };
      },
    });
    for (let analysis = 0; analysis < 2; analysis += 1) {
      const set = new RuleSet([counting], KNOWN, () => undefined);
      set.dispatch(call(['x']));
      set.dispatch(call(['y']));
    }
    expect(reported).toEqual([2, 3, 2, 3]);
  });
});
