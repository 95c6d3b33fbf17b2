import { describe, expect, it } from '@jest/globals';
import type { McpFacts } from '../mcp-facts.js';
import { parsePolicyTarget } from './policy-targets.js';

const NOW = new Date('2026-01-31T12:00:00Z');
const FACTS: McpFacts = {
  nameKey: 'acme/files',
  origin: 'community',
  licenses: ['mit', 'gpl-3.0-only'],
  createdAt: new Date('2026-01-24T12:00:00Z'),
  globalScore: 70,
  certificationLevel: 1,
  worstFinding: 'medium',
  classes: ['A', 'M'],
  protocolVersions: ['2024-11-05', '2025-06-18'],
  surface: null,
  declared: null,
  isServer: true,
  controls: new Map([
    ['SEC-001', true],
    ['SEC-002', false],
  ]),
};

const match = (type: string, value: string, change: Partial<McpFacts> = {}) => {
  const target = parsePolicyTarget(type, value);
  if (target === undefined) throw new Error(`${type} ${value} cannot be read`);
  return target.match({ ...FACTS, ...change }, NOW);
};

// Rows of different lengths: Jest would pass a `done` callback for a missing parameter, hence the rest parameters.
describe('the match of a target', () => {
  it.each<[string, string, Partial<McpFacts>?]>([
    ['SCORE', 'min:70'],
    ['SCORE', 'min:0', { globalScore: 0 }],
    ['CERT_LEVEL', 'min:1'],
    ['AGE', 'min:7'],
    ['AGE', 'min:0', { createdAt: new Date('2027-01-01') }],
    ['SEVERITY', 'max:medium'],
    ['SEVERITY', 'max:critical', { worstFinding: 'critical' }],
    ['SEVERITY', 'max:none', { worstFinding: 'none' }],
    ['CONTROL', 'SEC-001'],
    ['CLASS', 'B,L'],
    ['CLASS', 'A', { classes: [] }],
    ['LICENSE', 'AGPL-3.0-only,ISC'],
    ['MCP', 'acme/mail'],
    ['MCP', '*/mail*'],
    ['ORIGIN', 'official,verified'],
    ['PROTOCOL_VERSION', 'min:2025-06-18'],
    ['PROTOCOL_VERSION', 'min:2026-07-28', { protocolVersions: ['2026-07-28', '2024-11-05'] }],
  ])('%s %s does not match a server at or above the bound, or not listed', (...[type, value, change]) => {
    expect(match(type, value, change)).toBeUndefined();
  });

  it.each<[string, string, string, Partial<McpFacts>?]>([
    ['SCORE', 'min:71', 'the global score, 70, is below 71'],
    ['CERT_LEVEL', 'min:2', 'the certification level, 1, is below 2'],
    ['AGE', 'min:8', 'the age in days, 7, is below 8'],
    ['AGE', 'min:1', 'the age in days, 0, is below 1', { createdAt: new Date('2027-01-01') }],
    ['SEVERITY', 'max:low', 'the worst finding is medium; allowed is at most low'],
    ['SEVERITY', 'max:none', 'the worst finding is low; allowed is at most none', { worstFinding: 'low' }],
    ['CONTROL', 'SEC-002', 'control SEC-002 is not passed'],
    ['PROTOCOL_VERSION', 'min:2025-11-25', 'the newest version of MCP, 2025-06-18, is older than 2025-11-25'],
    ['CLASS', 'M,A', 'findings of class A, M'],
    ['LICENSE', 'mit,gpl-3.0', 'license mit, gpl-3.0-only'],
    ['MCP', 'ACME/*', 'the name matches acme/*'],
    ['MCP', '*', 'the name matches *'],
    ['ORIGIN', 'verified,community', 'origin community'],
  ])('%s %s matches a server below the bound, or listed', (...[type, value, because, change]) => {
    expect(match(type, value, change)).toEqual({ certain: true, because });
  });

  it.each<[string, string, string, Partial<McpFacts>?]>([
    ['CERT_LEVEL', 'min:0', 'the certification level is not known', { certificationLevel: null }],
    ['CONTROL', 'SEC-999', 'there is no result of control SEC-999'],
    ['CONTROL', 'sec-001', 'there is no result of control sec-001'],
    ['LICENSE', 'GPL-3.0-only', 'license gpl-3.0-only'],
    ['LICENSE', 'GPL-3.0-only', 'the license is not known', { licenses: null }],
    ['CLASS', 'A', 'findings of class A'],
    [
      'PROTOCOL_VERSION',
      'min:2024-11-05',
      'the versions of MCP that the server speaks are not known',
      { protocolVersions: null },
    ],
    [
      'PROTOCOL_VERSION',
      'min:2024-11-05',
      'the versions of MCP that the server speaks are not known',
      { protocolVersions: [] },
    ],
  ])(
    '%s %s matches without certainty for missing facts or a partial match',
    (...[type, value, because, change]) => {
      expect(match(type, value, change)).toEqual({ certain: false, because });
    },
  );
});
