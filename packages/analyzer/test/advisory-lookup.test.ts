import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { AdvisoryAnswer } from '../src/dependencies/advisory-lookup.js';
import { readOsvRecord } from '../src/dependencies/osv-records.js';
import { runIsolated, type AdvisoryLookup, type Outcome } from '../src/isolation/run-isolated.js';
import { folderOf } from './support/analyze-command.js';

const CHILD = new URL('../dist/isolation/child.js', import.meta.url);

const integrity = `sha512-${'A'.repeat(86)}==`;
const locked = (version: string): object => ({
  version,
  resolved: 'https://npm.example.com/x/-/x.tgz',
  integrity,
});

/** A server that depends on `lodash` and, through a link, on a folder beside it. */
const SERVER = {
  'package.json': JSON.stringify({ name: 'server', version: '1.0.0', dependencies: { lodash: '^4.0.0' } }),
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { name: 'server', dependencies: { lodash: '^4.0.0' } },
      'node_modules/lodash': locked('4.17.20'),
      'node_modules/shared': { resolved: '../shared', link: true },
    },
  }),
  'server.js': 'console.log(1);\n',
};

const RECORDS = [
  {
    id: 'GHSA-1',
    modified: '2026-01-31T00:00:00Z',
    aliases: ['CVE-1'],
    summary: 'Prototype pollution',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name: 'lodash' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
      },
    ],
  },
  {
    id: 'GHSA-2',
    modified: '2026-02-01T00:00:00Z',
    affected: [{ package: { ecosystem: 'npm', name: 'y' } }],
  },
];

const ANSWER: AdvisoryAnswer = {
  records: RECORDS.slice(0, 1).flatMap(
    (each) => readOsvRecord(each)?.packages.map(({ record }) => record) ?? [],
  ),
  day: '2026-02-01',
  ecosystems: ['npm'],
  size: 2,
};

const LIMITS = { time: 60_000, memory: 1024 };
const source = (): { kind: 'directory'; path: string } => ({ kind: 'directory', path: folderOf(SERVER) });

const analyzeWith = (advisories: AdvisoryLookup): Promise<Outcome> =>
  runIsolated({ source: source() }, LIMITS, {}, { advisories, program: CHILD });

const analysisOf = (outcome: Outcome) => {
  if (outcome.kind !== 'done') throw new Error(outcome.reason);
  return outcome.analysis;
};

describe('an analysis whose parent looks up advisories', () => {
  it('is unusable when the lookup fails', async () => {
    const failed = await analyzeWith(() => Promise.reject(new Error('the database is down')));
    expect(failed).toEqual({
      kind: 'unusable',
      what: 'advisories',
      reason: 'they could not be looked up',
    });
  });

  it('calls advisories not observable when the parent has none', async () => {
    const { report } = analysisOf(await analyzeWith(() => Promise.resolve(undefined)));
    expect(report.dependencies.advisories_observable).toBe(false);
    expect(report.controls.find(({ control_id: id }) => id === 'SUP-001')).toMatchObject({
      passed: false,
      message: expect.stringMatching(/^Not observable/) as unknown,
    });
    expect(report.toolchain.toolchain_version).toContain('advisories:none');
  });

  it('asks once, for the packages that an advisory can be about', async () => {
    const questions: unknown[] = [];
    const { dependencies } = analysisOf(
      await analyzeWith((packages) => {
        questions.push(packages);
        return Promise.resolve(ANSWER);
      }),
    );
    expect(questions).toEqual([[{ ecosystem: 'npm', name: 'lodash' }]]);
    expect(dependencies).toEqual([{ ecosystem: 'npm', name: 'lodash', version: '4.17.20' }]);
  });

  it('has the same report as with the whole table in a file', async () => {
    const folder = folderOf({ 'all.json': JSON.stringify(RECORDS) });
    const job = { source: source(), advisories: join(folder, 'all.json') };
    const sizes: number[] = [];
    const listener = { advisories: (size: number) => sizes.push(size) };
    const whole = analysisOf(await runIsolated(job, LIMITS, listener, { program: CHILD }));
    const asked = analysisOf(
      await runIsolated({ source: job.source }, LIMITS, listener, {
        advisories: () => Promise.resolve(ANSWER),
        program: CHILD,
      }),
    );
    expect(asked).toEqual(whole);
    expect(asked.report.dependencies.advisories.map(({ id }) => id)).toEqual(['GHSA-1']);
    expect(sizes).toEqual([2, 2]);
  });
});
