import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUILT_IN_RULES } from '@mcp-hub/client-configurations';
import { ORIGINS } from '../../catalog/mcps/mcp-values.js';
import { SEVERITY_BOUNDS, type McpFacts } from '../policies/mcp-facts.js';
import { parsePolicyTarget, TARGET_TYPES } from '../policies/targets/policy-targets.js';
import { MAX_WARNINGS, PolicySet, type BuiltInDenial, type StoredPolicy } from './policy-set.js';
import type { Subject } from './subject.js';

const NOW = new Date('2026-06-01T00:00:00Z');
const LATER = new Date('2026-07-01T00:00:00Z');

let made = 0;
const aPolicy = (change: Partial<StoredPolicy> = {}): StoredPolicy => {
  made += 1;
  return {
    id: `policy-${String(made).padStart(5, '0')}`,
    name: `Policy ${made}`,
    action: 'DENY',
    targetType: 'SCORE',
    targetValue: 'min:100',
    priority: 0,
    enabled: true,
    environments: [],
    expiresAt: change.action === 'ALLOW' ? LATER : null,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    ...change,
  };
};
const nameOf = ({ id, name }: StoredPolicy) => ({ id, name });

const FACTS: McpFacts = {
  nameKey: 'acme/files',
  origin: 'community',
  licenses: ['mit'],
  createdAt: new Date('2026-05-01T00:00:00Z'),
  globalScore: 50,
  certificationLevel: 0,
  worstFinding: 'high',
  classes: ['A'],
  protocolVersions: null,
  controls: new Map([['SEC-001', false]]),
  surface: null,
  declared: null,
  isServer: true,
};
const SUBJECT: Subject = { kind: 'analyzed', facts: FACTS };
const evaluate = (
  policies: readonly StoredPolicy[],
  subject: Subject = SUBJECT,
  environment = 'production',
) => new PolicySet(policies, environment, NOW).evaluate(subject);

describe('PolicySet.evaluate', () => {
  it('allows what no policy matches', () => {
    expect(evaluate([])).toEqual({ result: 'ALLOWED', warnings: [] });
    expect(evaluate([aPolicy({ targetValue: 'min:50' })])).toEqual({ result: 'ALLOWED', warnings: [] });
  });

  it('lets the first DENY or ALLOW decide: the lower priority, then the older, then the lower id', () => {
    const deny = aPolicy({ priority: 1 });
    const allow = aPolicy({ action: 'ALLOW', priority: 1 });
    expect(evaluate([allow, deny]).policy).toEqual(nameOf(deny));
    expect(evaluate([deny, { ...allow, priority: 0 }]).policy).toEqual(nameOf(allow));
    expect(evaluate([deny, { ...allow, createdAt: new Date(0) }])).toEqual({
      result: 'ALLOWED',
      policy: nameOf(allow),
      warnings: [],
    });
  });

  it('evaluates the same facts once', () => {
    let reads = 0;
    const facts = {
      ...FACTS,
      get licenses() {
        reads += 1;
        return ['mit'];
      },
    };
    const set = new PolicySet([aPolicy({ targetType: 'LICENSE', targetValue: 'ISC' })], 'production', NOW);
    const decisions = Array.from({ length: 1000 }, () => set.evaluate({ kind: 'analyzed', facts }));
    expect(new Set(decisions).size).toBe(1);
    expect(reads).toBe(1);
  });

  it('reports the reason and the policy of a denial', () => {
    const deny = aPolicy();
    expect(evaluate([deny])).toEqual({
      result: 'DENIED',
      reason: 'the global score, 50, is below 100',
      policy: nameOf(deny),
      warnings: [],
    });
  });

  it.each<[string, Partial<StoredPolicy>]>([
    ['is not enabled', { enabled: false }],
    ['is for other environments', { environments: ['staging', 'test'] }],
    ['is an expired exception', { action: 'ALLOW', expiresAt: NOW }],
    ['is an exception without an expiry', { action: 'ALLOW', expiresAt: null }],
    [
      'is an exception with an uncertain match',
      { action: 'ALLOW', targetType: 'CONTROL', targetValue: 'SEC-9' },
    ],
  ])('ignores a policy that %s', (_what, change) => {
    const deny = aPolicy({ priority: 1 });
    expect(evaluate([aPolicy(change), deny]).policy).toEqual(nameOf(deny));
  });

  it('compares environments without regard to case', () => {
    const deny = aPolicy({ environments: ['staging', 'Production'] });
    expect(evaluate([deny], SUBJECT, 'PRODUCTION').result).toBe('DENIED');
  });

  it('collects all warnings, which do not affect the result', () => {
    const warnings = [aPolicy({ action: 'WARN', priority: 5 }), aPolicy({ action: 'WARN', priority: 9 })];
    const reported = warnings.map((policy) => ({
      reason: 'the global score, 50, is below 100',
      policy: nameOf(policy),
    }));
    expect(evaluate(warnings)).toEqual({ result: 'ALLOWED', warnings: reported });
    expect(evaluate([...warnings, aPolicy({ priority: 7 })])).toMatchObject({
      result: 'DENIED',
      warnings: reported,
    });
  });

  it('limits the number of warnings', () => {
    const many = Array.from({ length: MAX_WARNINGS + 5 }, () => aPolicy({ action: 'WARN' }));
    expect(evaluate(many).warnings).toHaveLength(MAX_WARNINGS);
  });

  it.each<[string, Partial<StoredPolicy>]>([
    ['value', { targetValue: 'whatever' }],
    ['type', { targetType: 'MOON_PHASE' }],
    ['action', { action: 'PERHAPS' }],
    ['value of a WARN', { action: 'WARN', targetValue: '' }],
    ['value of an ALLOW', { action: 'ALLOW', targetValue: '' }],
  ])('denies and names the policy in the reason when a policy has an unreadable %s', (_what, change) => {
    const broken = aPolicy(change);
    expect(evaluate([broken])).toEqual({
      result: 'DENIED',
      reason: `the policy ${broken.name} (${broken.id}) cannot be read; correct or delete it`,
      builtIn: 'unreadable_policy',
      policy: BUILT_IN_RULES.unreadable_policy,
      warnings: [],
    });
  });

  it.each<[Subject, string]>([
    [{ kind: 'not_found', what: 'mcp' }, 'there is no such server'],
    [{ kind: 'not_found', what: 'version' }, 'no such version'],
    [{ kind: 'ambiguous', what: 'mcp' }, 'several public servers'],
    [{ kind: 'ambiguous', what: 'version' }, 'several commits'],
    [{ kind: 'withdrawn' }, 'suspended or deleted'],
    [{ kind: 'not_analyzed' }, 'not analyzed yet'],
    [{ kind: 'analysis_failed' }, 'the analysis of the version failed'],
    [{ kind: 'incomplete_analysis' }, 'no complete analysis'],
    [{ kind: 'revoked', reason: '' }, 'the version is revoked'],
    [{ kind: 'revoked', reason: 'leaks' }, 'the version is revoked: leaks'],
  ])('denies %j despite any exception', (subject, reason) => {
    const everything = aPolicy({ action: 'ALLOW', targetType: 'MCP', targetValue: '*' });
    expect(evaluate([everything], subject)).toEqual({
      result: 'DENIED',
      reason: expect.stringContaining(reason),
      builtIn: subject.kind,
      policy: BUILT_IN_RULES[subject.kind as BuiltInDenial],
      warnings: [],
    });
  });
});

const policies: fc.Arbitrary<StoredPolicy[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    name: fc.string(),
    action: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('DENY', 'WARN', 'ALLOW') }, fc.string()),
    targetType: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...TARGET_TYPES) }, fc.string()),
    targetValue: fc.oneof(
      fc.integer({ min: 0, max: 100 }).map((min) => `min:${min}`),
      fc.constantFrom(...SEVERITY_BOUNDS).map((max) => `max:${max}`),
      fc.constantFrom('A', 'A,L', 'MIT', 'SEC-001', 'SEC-002', '*', 'acme/*', 'community', 'official'),
      fc.constantFrom('unchanged', 'declared'),
      fc.string(),
    ),
    priority: fc.integer({ min: -2, max: 2 }),
    enabled: fc.boolean(),
    environments: fc.constantFrom<string[]>([], [], ['production'], ['staging']),
    expiresAt: fc.constantFrom(null, NOW, LATER),
    createdAt: fc.constantFrom(new Date(0), new Date(1)),
  }),
  { maxLength: 8, selector: ({ id }) => id },
);
const subjects: fc.Arbitrary<Subject> = fc.oneof(
  { weight: 9, arbitrary: facts().map((known): Subject => ({ kind: 'analyzed', facts: known })) },
  fc.constantFrom<Subject>(
    { kind: 'not_found', what: 'mcp' },
    { kind: 'ambiguous', what: 'version' },
    { kind: 'withdrawn' },
    { kind: 'not_analyzed' },
  ),
);

function facts(): fc.Arbitrary<McpFacts> {
  return fc.record({
    nameKey: fc.oneof(fc.constantFrom('acme/files', 'other/mail'), fc.string()),
    origin: fc.constantFrom(...ORIGINS),
    licenses: fc.option(fc.subarray(['mit', 'gpl-3.0-only', 'isc'])),
    createdAt: fc.date({ noInvalidDate: true }),
    globalScore: fc.integer({ min: 0, max: 100 }),
    certificationLevel: fc.option(fc.integer({ min: 0, max: 3 })),
    worstFinding: fc.constantFrom(...SEVERITY_BOUNDS),
    classes: fc.subarray(['A', 'B', 'L']),
    protocolVersions: fc.option(fc.subarray(['2024-11-05', '2026-07-28'])),
    isServer: fc.constantFrom(true, null),
    controls: fc.constantFrom(new Map([['SEC-001', true]]), new Map([['SEC-001', false]]), new Map()),
    surface: fc.constantFrom(
      null,
      { isCertified: true, before: null },
      { isCertified: true, before: { version: '1.0.0', isEqual: true, was: null, is: null } },
    ),
    declared: fc.constantFrom(
      null,
      { tools: null, prompts: null },
      {
        tools: {
          isDeclared: true,
          generated: false,
          only_in_manifest: ['gone'],
          only_in_code: [],
          unnamed_in_code: false,
        },
        prompts: null,
      },
    ),
  });
}

const isReadableException = ({ action, targetType, targetValue }: StoredPolicy): boolean =>
  action === 'ALLOW' && parsePolicyTarget(targetType, targetValue) !== undefined;

describe('PolicySet.evaluate, for all policies and servers', () => {
  it('never throws, and gives a reason for denials only', () => {
    fc.assert(
      fc.property(policies, subjects, fc.string(), (stored, subject, environment) => {
        const { result, reason } = evaluate(stored, subject, environment);
        expect(reason !== undefined && reason !== '').toBe(result === 'DENIED');
      }),
    );
  });

  it('does not depend on the order of the policies', () => {
    fc.assert(
      fc.property(policies, subjects, fc.infiniteStream(fc.nat()), (stored, subject, random) => {
        const keys = stored.map(() => Number(random.next().value));
        const shuffled = stored
          .map((policy, index) => [keys[index] ?? 0, policy] as const)
          .sort(([a], [b]) => a - b)
          .map(([, policy]) => policy);
        expect(evaluate(shuffled, subject)).toEqual(evaluate(stored, subject));
      }),
    );
  });

  it('never allows more with an additional DENY or without exceptions', () => {
    fc.assert(
      fc.property(policies, subjects, fc.nat(), (stored, subject, at) => {
        const stricter = [...stored];
        stricter.splice(
          at % (stored.length + 1),
          0,
          aPolicy({ priority: (at % 5) - 2, targetValue: 'min:60' }),
        );
        const without = stored.filter((policy) => !isReadableException(policy));
        if (evaluate(stored, subject).result === 'ALLOWED') return;
        expect(evaluate(stricter, subject).result).toBe('DENIED');
        expect(evaluate(without, subject).result).toBe('DENIED');
      }),
    );
  });

  it('has the same result with and without a readable WARN', () => {
    fc.assert(
      fc.property(policies, subjects, fc.integer({ min: -3, max: 3 }), (stored, subject, priority) => {
        const { warnings: _before, ...decision } = evaluate(stored, subject);
        const { warnings: _after, ...warned } = evaluate(
          [...stored, aPolicy({ action: 'WARN', priority })],
          subject,
        );
        expect(warned).toEqual(decision);
      }),
    );
  });

  it('never allows a server that is not found or not analyzed', () => {
    fc.assert(
      fc.property(policies, subjects, (stored, subject) => {
        if (subject.kind !== 'analyzed') expect(evaluate(stored, subject).result).toBe('DENIED');
      }),
    );
  });
});

describe('PolicySet.controls', () => {
  it('lists the controls that its policies refer to', () => {
    const controls = [
      aPolicy({ targetType: 'CONTROL', targetValue: 'SEC-001' }),
      aPolicy({ targetType: 'CONTROL', targetValue: 'SEC-001' }),
      aPolicy({ targetType: 'CONTROL', targetValue: 'SEC-002', enabled: false }),
      aPolicy(),
    ];
    expect(new PolicySet(controls, 'production', NOW).controls).toEqual(['SEC-001']);
  });
});
