import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AnalysisAttemptsRepository } from '../../../../src/hub/analysis/runs/analysis-attempts.repository.js';
import { AnalysisQueue } from '../../../../src/hub/catalog/intake/analysis-queue.js';
import { ReportAttemptsRepository } from '../../../../src/reports/report-attempts.repository.js';
import { aMcp } from '../../../support/catalog.js';
import { eventually } from '../../../support/stored-artifacts.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const MOST_ORGANIZATIONS = 4;

/** A kind of job whose turns are given by its rows. */
interface Kind {
  /** Adds a job of an organization and returns its id. */
  readonly add: (orgId: string) => Promise<string>;
  /** Starts the job whose turn it is and returns its id. */
  readonly next: () => Promise<string | undefined>;
  readonly end: (id: string) => Promise<unknown>;
}

const get = <T>(type: abstract new (...args: never[]) => T): T => t.app.get<T>(type, { strict: false });

const kinds: Readonly<Record<string, Kind>> = {
  analyses: {
    add: async (orgId) => {
      const { id } = await (await aMcp(t, { org_id: orgId })).version();
      const [job = ''] = await get(AnalysisQueue).request([id], 'ingest');
      return job;
    },
    next: async () => (await get(AnalysisAttemptsRepository).claimNext(randomUUID()))?.id,
    end: (id) =>
      t.rows(`UPDATE analysis_job SET status = 'SUCCEEDED', finished_at = now() WHERE id = $1`, [id]),
  },
  reports: {
    add: async (orgId) => {
      const id = randomUUID();
      await t.rows(
        `INSERT INTO report (id, org_id, scope, paper, status, run_after, requested_by, created_at)
         VALUES ($1, $2, 'ORGANIZATION', 'A4', 'PENDING', now(), 'somebody', now())`,
        [id, orgId],
      );
      return id;
    },
    next: async () => (await get(ReportAttemptsRepository).claimNext(randomUUID()))?.id,
    end: (id) =>
      t.rows(`UPDATE report SET status = 'COMPLETED', worker = NULL, finished_at = now() WHERE id = $1`, [
        id,
      ]),
  },
};

let organizations: string[];
beforeAll(async () => {
  organizations = [];
  for (let n = 0; n < MOST_ORGANIZATIONS; n += 1) organizations.push((await actors.organization()).id);
});
const clear = async (): Promise<void> => {
  await t.rows('DELETE FROM analysis_job');
  await t.rows('DELETE FROM report');
};
beforeEach(clear);

/** Starts the next job once the clock shows another time than for the one before: the embedded database has milliseconds. */
async function nextOf(kind: Kind): Promise<string | undefined> {
  const before = Date.now();
  await eventually(() => Promise.resolve(Date.now() > before));
  return kind.next();
}

/** Of each organization, the turns in which its jobs start, if a worker has so many places. */
async function turnsOf(kind: Kind, counts: readonly number[], places: number): Promise<number[][]> {
  await clear();
  const owner = new Map<string, number>();
  for (const [index, count] of counts.entries()) {
    for (let n = 0; n < count; n += 1) owner.set(await kind.add(organizations[index] ?? ''), index);
  }
  const turns: number[][] = counts.map(() => []);
  const running: string[] = [];
  for (let turn = 1; turn <= owner.size; turn += 1) {
    if (running.length === places) await kind.end(running.shift() ?? '');
    const id = (await nextOf(kind)) ?? '';
    turns[owner.get(id) ?? -1]?.push(turn);
    running.push(id);
  }
  expect(await kind.next()).toBeUndefined();
  return turns;
}

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  it('take turns: job n of an organization starts within n turns of each, whatever came before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: MOST_ORGANIZATIONS }),
        fc.integer({ min: 1, max: 3 }),
        async (counts, places) => {
          for (const turns of await turnsOf(kind, counts, places)) {
            turns.forEach((turn, index) => expect(turn).toBeLessThanOrEqual((index + 1) * counts.length));
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('of an organization that comes later start in the next turn', async () => {
    const [first = '', second = ''] = organizations;
    for (let n = 0; n < 7; n += 1) await kind.add(first);
    await kind.end((await nextOf(kind)) ?? '');
    const later = await kind.add(second);
    expect(await kind.next()).toBe(later);
  });

  it('are each started once by many workers at once', async () => {
    for (let n = 0; n < 12; n += 1) await kind.add(organizations[n % 2] ?? '');
    const started: string[] = [];
    const worker = async (): Promise<void> => {
      for (let misses = 0; misses < 3;) {
        const id = await kind.next();
        if (id === undefined) misses += 1;
        else started.push(id);
      }
    };
    await Promise.all([1, 2, 3, 4].map(worker));
    expect(new Set(started).size).toBe(12);
    expect(started).toHaveLength(12);
  });
});

describe('analyses that somebody waits for', () => {
  it('come before what is analyzed again, also of an organization that had its turn', async () => {
    const [first = '', second = ''] = organizations;
    const again = await kinds['analyses']?.add(second);
    await t.rows(`UPDATE analysis_job SET reason = 'reanalysis' WHERE id = $1`, [again]);
    const waited = [await kinds['analyses']?.add(first), await kinds['analyses']?.add(first)];
    const next = async (): Promise<string | undefined> => kinds['analyses']?.next();
    expect(await next()).toBe(waited[0]);
    expect(await next()).toBe(waited[1]);
    expect(await next()).toBe(again);
  });
});
