import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyBaseline, BadBaseline, readBaseline } from './baseline.js';
import type { ReportedFinding } from './report.js';

const ONE = '1'.repeat(64);
const TWO = 'a'.repeat(64);

const findingOf = (fingerprint: string): ReportedFinding => ({ fingerprint }) as ReportedFinding;

describe('readBaseline', () => {
  it('accepts an earlier report, or a list of fingerprints', () => {
    const report = {
      schema_version: '1.0.0',
      findings: [{ fingerprint: ONE, title: 'x' }, { fingerprint: TWO }],
    };
    expect(readBaseline(JSON.stringify(report))).toEqual(new Set([ONE, TWO]));
    expect(readBaseline(JSON.stringify({ fingerprints: [TWO, TWO] }))).toEqual(new Set([TWO]));
    expect(readBaseline(`\ufeff${JSON.stringify({ fingerprints: [] })}`)).toEqual(new Set());
  });

  it.each([
    ['', 'the baseline is not JSON'],
    ['{"fingerprints": [', 'the baseline is not JSON'],
    ['null', 'the baseline is not a JSON object'],
    ['[]', 'the baseline is not a JSON object'],
    ['"x"', 'the baseline is not a JSON object'],
    ['{}', 'the baseline is neither a report in JSON nor an object with "fingerprints"'],
    ['{"findings": 1}', 'the baseline is neither a report in JSON nor an object with "fingerprints"'],
    ['{"fingerprints": {}}', '"fingerprints" of the baseline is not a list'],
    ['{"fingerprints": ["abc"]}', 'fingerprints[0] of the baseline is not a SHA-256 in hex'],
    [
      `{"schema_version": "1.0.0", "findings": [{"fingerprint": "${ONE}"}, {}]}`,
      'findings[1].fingerprint of the baseline is not a SHA-256 in hex',
    ],
    [
      `{"schema_version": "1.0.0", "findings": [null]}`,
      'findings[0].fingerprint of the baseline is not a SHA-256 in hex',
    ],
    [
      '{"schema_version": "2.0.0", "findings": []}',
      'the baseline is a report of another version: its schema_version is not 1.x',
    ],
    ['{"findings": []}', 'the baseline is a report of another version: its schema_version is not 1.x'],
  ])('rejects %s', (text, message) => {
    expect(() => readBaseline(text)).toThrow(new BadBaseline(message));
  });

  it('returns a set or throws BadBaseline, whatever the input', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ fingerprints: fc.jsonValue() }).map((value) => JSON.stringify(value)),
      fc
        .record({ schema_version: fc.constant('1.0.0'), findings: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, (given) => {
        try {
          expect(readBaseline(given)).toBeInstanceOf(Set);
        } catch (error) {
          expect(error).toBeInstanceOf(BadBaseline);
        }
      }),
    );
  });
});

describe('applyBaseline', () => {
  it('marks every finding', () => {
    const findings = [findingOf(ONE), findingOf(TWO)];
    expect(applyBaseline(findings, new Set([TWO, '3'.repeat(64)]))).toEqual([
      { fingerprint: ONE, baseline_state: 'new' },
      { fingerprint: TWO, baseline_state: 'unchanged' },
    ]);
    expect(findings[0]).not.toHaveProperty('baseline_state');
  });

  it('marks no finding of its own report as new', () => {
    const findings = [findingOf(ONE), findingOf(TWO)];
    const baseline = readBaseline(JSON.stringify({ schema_version: '1.0.0', findings }));
    expect(applyBaseline(findings, baseline).every((finding) => finding.baseline_state === 'unchanged')).toBe(
      true,
    );
  });
});
