import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Glob } from '../../../../common/values/glob.js';
import { parsePolicyTarget, TARGET_TYPES, targetRule } from './policy-targets.js';

describe('parsePolicyTarget', () => {
  it.each<[string, string, unknown]>([
    ['SCORE', 'min:0', 0],
    ['SCORE', 'min:100', 100],
    ['CERT_LEVEL', 'min:3', 3],
    ['AGE', 'min:36500', 36_500],
    ['SEVERITY', 'max:critical', 'critical'],
    ['SEVERITY', 'max:none', 'none'],
    ['CLASS', 'A', new Set(['A'])],
    ['CLASS', 'a, N,A', new Set(['A', 'N'])],
    ['CONTROL', 'SEC-001', 'SEC-001'],
    ['LICENSE', 'MIT,GPL-3.0', new Set(['mit', 'gpl-3.0-only'])],
    ['MCP', 'Acme/*', new Glob('acme/*')],
    ['MCP', '*', new Glob('*')],
    ['SURFACE', 'unchanged', 'unchanged'],
    ['SURFACE', 'declared', 'declared'],
    ['ORIGIN', 'community,verified', new Set(['community', 'verified'])],
    ['PROTOCOL_VERSION', 'min:2025-11-25', '2025-11-25'],
  ])('reads %s %s', (type, text, value) => {
    expect(parsePolicyTarget(type, text)?.value).toEqual(value);
  });

  it.each([
    ['SCORE', ''],
    ['SCORE', '70'],
    ['SCORE', 'min:'],
    ['SCORE', 'min:101'],
    ['SCORE', 'min:-1'],
    ['SCORE', 'min:7.5'],
    ['SCORE', 'min:070'],
    ['SCORE', 'min:1e1'],
    ['SCORE', 'min:70 '],
    ['SCORE', 'min:70\n'],
    ['SCORE', 'max:70'],
    ['SCORE', 'min:٧'],
    ['CERT_LEVEL', 'min:4'],
    ['AGE', 'min:36501'],
    ['AGE', 'min:99999999999999999999'],
    ['SEVERITY', 'max:severe'],
    ['SEVERITY', 'max:High'],
    ['SEVERITY', 'high'],
    ['CLASS', 'O'],
    ['CLASS', 'A,'],
    ['CLASS', 'AB'],
    ['CLASS', 'A..N'],
    ['CONTROL', 'SEC-001,SEC-002'],
    ['CONTROL', ''],
    ['CONTROL', '@surface'],
    ['CONTROL', '@declared'],
    ['SURFACE', ''],
    ['SURFACE', 'Unchanged'],
    ['SURFACE', 'changed'],
    ['SURFACE', 'unchanged,declared'],
    ['SURFACE', 'constructor'],
    ['PROTOCOL_VERSION', '2025-11-25'],
    ['PROTOCOL_VERSION', 'min:'],
    ['PROTOCOL_VERSION', 'min:2025-13-01'],
    ['PROTOCOL_VERSION', 'min:2025-11-25\n'],
    ['PROTOCOL_VERSION', 'min:draft'],
    ['LICENSE', 'MIT OR ISC'],
    ['LICENSE', 'MIT,,ISC'],
    ['MCP', ''],
    ['MCP', 'acme/files,acme/mail'],
    ['MCP', 'acme files'],
    ['MCP', 'files'],
    ['MCP', 'acme/'],
    ['MCP', '/files'],
    ['MCP', 'acme/files/more'],
    ['MCP', 'acme.corp/*'],
    ['MCP', '*\n'],
    ['ORIGIN', 'Official'],
    ['ORIGIN', 'unknown'],
    ['ORIGIN', '__proto__'],
    ['score', 'min:1'],
    ['__proto__', 'min:1'],
    ['constructor', 'min:1'],
    ['', ''],
  ])('refuses %s %j', (type, value) => {
    expect(parsePolicyTarget(type, value)).toBeUndefined();
  });

  it('rejects values that are too long', () => {
    expect(parsePolicyTarget('CLASS', Array(500).fill('A').join(','))).toBeDefined();
    expect(parsePolicyTarget('CLASS', Array(501).fill('A').join(','))).toBeUndefined();
  });

  it('accepts exactly the bounds in the range', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (min) => {
        const target = parsePolicyTarget('SCORE', `min:${min}`);
        expect(target?.value).toEqual(min >= 0 && min <= 100 ? min : undefined);
      }),
    );
  });

  it('never throws for any input', () => {
    const type = fc.oneof(fc.constantFrom(...TARGET_TYPES), fc.string());
    const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('min:', 'max:', ','));
    fc.assert(fc.property(type, value, (t, v) => void parsePolicyTarget(t, v)));
  });

  it.each(TARGET_TYPES)('has a rule for %s', (type) => {
    expect(targetRule(type)).toMatch(new RegExp(`^must be .+, for ${type}$`));
  });
});
