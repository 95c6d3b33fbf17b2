import { describe, expect, it } from '@jest/globals';
import type { VulnerabilityClass } from '../findings/classes.js';
import type { AssessedFinding, Assessment, SurfaceFacts, ToolFacts } from './assessment.js';
import { SECURITY_CHECKS } from './security-controls.js';

const TOOL: ToolFacts = {
  typedSchema: true,
  described: true,
  stringParameters: 5,
  boundedStringParameters: 5,
  namedInReadme: true,
};

const of = (facts: {
  findings?: AssessedFinding[];
  tools?: ToolFacts[];
  transport?: Partial<SurfaceFacts['transport']>;
}): Pick<Assessment, 'findings' | 'surface'> => ({
  findings: facts.findings ?? [],
  surface: {
    tools: facts.tools ?? [TOOL],
    transport: {
      kind: 'http',
      bindsLoopback: true,
      usesTls: false,
      checksOrigin: true,
      authenticates: true,
      ...facts.transport,
    },
  },
});

const found = (vulnerabilityClass: VulnerabilityClass): AssessedFinding => ({
  ruleId: `MCP-${vulnerabilityClass}001`,
  vulnerabilityClass,
  severity: 'medium',
  confidence: 'medium',
  reach: 'unreachable',
  fingerprint: `of ${vulnerabilityClass}`,
});

describe('SEC-007', () => {
  const check = SECURITY_CHECKS['SEC-007'];

  it.each<[string, ToolFacts[], string]>([
    ['a tool without a typed schema', [TOOL, { ...TOOL, typedSchema: false }], 'failed'],
    ['79 % bounded', [{ ...TOOL, stringParameters: 100, boundedStringParameters: 79 }], 'failed'],
    ['80 % bounded', [{ ...TOOL, stringParameters: 100, boundedStringParameters: 80 }], 'passed'],
    ['80 % across all tools', [TOOL, TOOL, TOOL, { ...TOOL, boundedStringParameters: 1 }], 'passed'],
    ['no strings', [{ ...TOOL, stringParameters: 0, boundedStringParameters: 0 }], 'passed'],
    ['no tools', [], 'not_applicable'],
  ])('with %s', (_what, tools, state) => {
    expect(check(of({ tools })).state).toBe(state);
  });

  it('lists all problems', () => {
    const tools = [{ ...TOOL, typedSchema: false, boundedStringParameters: 1 }];
    expect(check(of({ tools })).message).toBe(
      '1 tool without a typed input schema. Only 1 of 5 string parameters bounded or validated, less than 80 %.',
    );
  });
});

describe('SEC-008', () => {
  const check = SECURITY_CHECKS['SEC-008'];

  it('fails for a finding, and says what is not checked', () => {
    const described = 'Declared permissions are not compared with the code.';
    expect(check(of({ findings: [found('C')] }))).toEqual({
      state: 'failed',
      message: `1 finding of class C of at least medium severity and confidence. ${described}`,
      evidence: ['of C'],
    });
    expect(check(of({}))).toMatchObject({ state: 'passed', message: `No finding of class C. ${described}` });
  });
});

describe('SEC-009', () => {
  const check = SECURITY_CHECKS['SEC-009'];

  it.each<[string, Partial<SurfaceFacts['transport']>, string]>([
    ['neither loopback nor TLS', { bindsLoopback: false }, 'failed'],
    ['TLS', { bindsLoopback: false, usesTls: true }, 'passed'],
    ['no check of the Origin', { checksOrigin: false }, 'failed'],
    ['no authentication', { authenticates: false }, 'failed'],
    ['no authentication on SSE', { kind: 'sse', authenticates: false }, 'failed'],
    ['no authentication on a websocket', { kind: 'websocket', authenticates: false }, 'failed'],
    ['stdio', { kind: 'stdio', bindsLoopback: false, checksOrigin: false, authenticates: false }, 'passed'],
    ['an unknown transport', { kind: 'unknown' }, 'not_observable'],
  ])('with %s', (_what, transport, state) => {
    expect(check(of({ transport })).state).toBe(state);
  });

  it.each(['http', 'stdio', 'unknown'] as const)('fails for findings on %s', (kind) => {
    expect(check(of({ findings: [found('H')], transport: { kind } }))).toMatchObject({
      state: 'failed',
      evidence: ['of H'],
    });
  });
});
