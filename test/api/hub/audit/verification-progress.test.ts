import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { EventLoopShare } from '../../../../src/common/operation/event-loop-share.js';
import { LOGGER, type Logger } from '../../../../src/common/logging/logger.js';
import { VerificationProgressRepository } from '../../../../src/hub/audit/events/verification-progress.repository.js';
import { AuditEventsReadModel } from '../../../../src/hub/audit/events/audit-events.read-model.js';
import { AuditVerificationJob } from '../../../../src/hub/audit/events/audit-verification-job.js';
import {
  AuditVerificationService,
  REREAD_EVENTS,
} from '../../../../src/hub/audit/events/audit-verification.service.js';
import type { ApiResponse } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { lengthenChain, tamper } from '../../../support/long-chain.js';
import { eventually } from '../../../support/stored-artifacts.js';
import { useHub } from '../../../support/suite.js';
import { startTestApp } from '../../../support/test-app.js';

const { idp, t, actors } = await useHub();

interface LongTrail {
  readonly id: string;
  readonly owner: HubUserActor;
}

/** Creates an organization with this many events. */
async function trail(length: number): Promise<LongTrail> {
  const { id, owner } = await actors.organization();
  await lengthenChain(t, id, length);
  return { id, owner };
}

const verify = ({ id, owner }: LongTrail, query = ''): Promise<ApiResponse> =>
  owner.get(`/api/v1/orgs/${id}/audit-events/verify${query}`);

/** Counts the events and statements that `work` reads to verify them. */
async function reads(work: () => Promise<unknown>): Promise<{ events: number; statements: number }> {
  const links = jest.spyOn(t.app.get(AuditEventsReadModel), 'linksOf');
  try {
    await work();
    const batches = await Promise.all(links.mock.results.map(({ value }) => value as Promise<unknown[]>));
    return { events: batches.flat().length, statements: batches.length };
  } finally {
    links.mockRestore();
  }
}

const edit = ({ id }: LongTrail, position: number): Promise<void> =>
  tamper(t, `UPDATE audit_event SET actor_name = 'x' WHERE chain_id = $1 AND position = $2`, [id, position]);

describe('the verification of a long trail', () => {
  it('resumes from the last checkpoint: a second one has constant cost', async () => {
    const costs = [];
    for (const length of [3000, 6000]) {
      const long = await trail(length);
      expect((await verify(long)).body).toMatchObject({ valid: true, events: length, verified_from: 1 });
      let answer: ApiResponse | undefined;
      costs.push(await reads(async () => (answer = await verify(long))));
      expect(answer?.body).toMatchObject({ valid: true, events: length, verified_from: length + 1 });
    }
    // The events of the rolling re-verification, and the event at the checkpoint.
    expect(costs[0]).toEqual({ events: REREAD_EVENTS + 1, statements: REREAD_EVENTS / 100 + 1 });
    expect(costs[1]).toEqual(costs[0]);
  });

  it('is shared by sixty concurrent requests, and yields to the event loop after every ten events', async () => {
    const length = 20_000;
    const long = await trail(length);
    const other = (await actors.organization()).owner;
    const pieces = jest.spyOn(EventLoopShare.prototype, 'run');
    let answers: ApiResponse[] = [];
    let asked: ApiResponse | undefined;
    try {
      const { events } = await reads(async () => {
        const all = Promise.all(Array.from({ length: 60 }, () => verify(long)));
        await eventually(() => Promise.resolve(pieces.mock.calls.length > 10));
        asked = await other.get('/api/v1/me');
        // Long before the verification is complete.
        expect(pieces.mock.calls.length).toBeLessThan(length / 10);
        answers = await all;
      });
      // One run, and one more for the requests that came after its start.
      expect(events).toBeLessThanOrEqual(length + REREAD_EVENTS + 1);
      expect(pieces.mock.calls.length).toBeGreaterThanOrEqual(length / 10);
    } finally {
      pieces.mockRestore();
    }
    expect(asked?.status).toBe(200);
    expect(new Set(answers.map(({ status, body }) => [status, body.valid, body.events].join()))).toEqual(
      new Set([`200,true,${length}`]),
    );
  });

  it('finds an edit before the checkpoint with full=true', async () => {
    const long = await trail(3000);
    await verify(long);
    await edit(long, 2500);
    expect((await verify(long, '?full=true')).body).toMatchObject({
      valid: false,
      verified_from: 1,
      events: 2499,
      broken_at: { position: 2500, reason: 'changed' },
    });
    // From then on, every verification reports it.
    expect((await verify(long)).body).toMatchObject({ valid: false, broken_at: { position: 2500 } });
  });

  it('finds an edit before the checkpoint by rolling re-verification, and reports the time of the last full pass', async () => {
    const long = await trail(3000);
    const { body: first } = await verify(long);
    await edit(long, 2500);
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push((await verify(long)).body);
    expect(answers[0]).toMatchObject({ valid: true, complete_since: first.complete_since });
    expect(answers.at(-1)).toMatchObject({ valid: false, broken_at: { position: 2500, reason: 'changed' } });
  });

  it.each([
    ['the event at the checkpoint', 3000, 'changed'],
    ['an event after it', 3001, 'changed'],
  ])('finds an edit of %s immediately', async (_what, position, reason) => {
    const long = await trail(3000);
    await verify(long);
    await lengthenChain(t, long.id, 3002);
    await edit(long, position);
    expect((await verify(long)).body).toMatchObject({ valid: false, broken_at: { position, reason } });
  });

  it('finds a rewritten trail with consistent hashes', async () => {
    const long = await trail(3000);
    await verify(long);
    await tamper(t, 'DELETE FROM audit_event WHERE chain_id = $1', [long.id]);
    await t.rows(`UPDATE audit_chain SET length = 0, hash = decode(repeat('00', 32), 'hex') WHERE id = $1`, [
      long.id,
    ]);
    await lengthenChain(t, long.id, 3000);
    expect((await verify(long)).body).toMatchObject({
      valid: false,
      broken_at: { position: 3000, reason: 'changed' },
    });
  });

  it('finds a trail whose events and head were removed', async () => {
    const long = await trail(10);
    await verify(long);
    await tamper(t, 'DELETE FROM audit_event WHERE chain_id = $1', [long.id]);
    await t.rows('DELETE FROM audit_chain WHERE id = $1', [long.id]);
    expect((await verify(long)).body).toMatchObject({
      valid: false,
      events: 0,
      broken_at: { position: 1, reason: 'missing' },
    });
  });

  it.each([
    ['?full=yes', 'full must be true or false'],
    ['?full=', 'full must be true or false'],
    ['?full=1', 'full must be true or false'],
    ['?full=true&full=true', 'full must be given only once'],
  ])('answers 400 for %s', async (query, message) => {
    const { status, body } = await verify(await trail(1), query);
    expect({ status, message: body.message }).toEqual({ status: 400, message });
  });
});

describe('of several servers, one verifies a trail at a time:', () => {
  const leaseOfAnother = (chainId: string, until: string): Promise<unknown[]> =>
    t.rows(
      `UPDATE audit_checkpoint SET lease_id = gen_random_uuid(), leased_until = ${until} WHERE chain_id = $1`,
      [chainId],
    );

  it('the others wait', async () => {
    const long = await trail(5);
    await verify(long);
    await leaseOfAnother(long.id, `now() + interval '1 hour'`);
    const tries = jest.spyOn(t.app.get(VerificationProgressRepository), 'acquire');
    try {
      let isDone = false;
      const waiting = verify(long).finally(() => (isDone = true));
      await eventually(() => Promise.resolve(tries.mock.calls.length >= 3));
      expect(isDone).toBe(false);
      await leaseOfAnother(long.id, 'NULL');
      expect((await waiting).body).toMatchObject({ valid: true, events: 5 });
    } finally {
      tries.mockRestore();
    }
  });

  it('the lease of a crashed server expires', async () => {
    const long = await trail(5);
    await verify(long);
    await leaseOfAnother(long.id, `now() - interval '1 second'`);
    expect((await verify(long)).body).toMatchObject({ valid: true });
    expect(
      await t.rows('SELECT position, leased_until FROM audit_checkpoint WHERE chain_id = $1', [long.id]),
    ).toEqual([{ position: '5', leased_until: null }]);
  });

  it('a server that lost its lease stores no progress', async () => {
    const long = await trail(5);
    const checkpoints = t.app.get(VerificationProgressRepository);
    const stale = await checkpoints.acquire(long.id, randomUUID());
    if (stale === undefined) throw new Error('another verification holds this trail');
    await leaseOfAnother(long.id, 'NULL');
    await verify(long);
    await checkpoints.release(long.id, randomUUID(), stale);
    expect(await t.rows('SELECT position FROM audit_checkpoint WHERE chain_id = $1', [long.id])).toEqual([
      { position: '5' },
    ]);
  });

  it('a canceled request releases the lease and keeps its progress', async () => {
    const long = await trail(2500);
    const gone = new AbortController();
    const links = jest.spyOn(t.app.get(AuditEventsReadModel), 'linksOf');
    try {
      const waiting = t.app.get(AuditVerificationService).verify(long.id, false, gone.signal);
      await eventually(() => Promise.resolve(links.mock.calls.length > 12));
      gone.abort(new Error('the client has gone'));
      await expect(waiting).rejects.toThrow('the client has gone');
    } finally {
      links.mockRestore();
    }
    const progress = (): Promise<{ position: string; leased_until: Date | null }[]> =>
      t.rows('SELECT position, leased_until FROM audit_checkpoint WHERE chain_id = $1', [long.id]);
    await eventually(async () => (await progress())[0]?.leased_until === null);
    expect(Number((await progress())[0]?.position)).toBeGreaterThanOrEqual(1000);
    expect((await verify(long)).body).toMatchObject({ valid: true, events: 2500 });
  });
});

describe('the hourly verification of all trails', () => {
  it('finds edits without a request, also before the checkpoint of a long trail, and logs them as errors', async () => {
    const long = await trail(3000);
    await verify(long);
    await edit(long, 2500);
    const unasked = await trail(20);
    await edit(unasked, 7);
    const errors = jest.spyOn(t.app.get<Logger>(LOGGER), 'error');
    try {
      await t.app.get(AuditVerificationJob).run(new AbortController().signal);
      const logged = errors.mock.calls.filter(([details]) => {
        const { chain } = details as { chain?: string };
        return chain === long.id || chain === unasked.id;
      });
      expect(logged).toHaveLength(2);
      expect(logged).toEqual(
        expect.arrayContaining([
          [
            { chain: long.id, position: 2500, id: expect.any(String), reason: 'changed' },
            'an audit chain is not as it was recorded',
          ],
          [
            { chain: unasked.id, position: 7, id: expect.any(String), reason: 'changed' },
            'an audit chain is not as it was recorded',
          ],
        ]),
      );
    } finally {
      errors.mockRestore();
    }
  });

  it('starts with the least recently verified trails', async () => {
    const [old, recent, never] = [await trail(2), await trail(2), await trail(2)];
    await verify(old);
    await verify(recent);
    const order = await t.app.get(VerificationProgressRepository).leastRecentlyChecked(10_000);
    const indexes = [never, old, recent].map(({ id }) => order.indexOf(id));
    expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
    expect(indexes).not.toContain(-1);
  });
});

describe('in read-only mode', () => {
  it('trails are verified without any write', async () => {
    const reader = await startTestApp({ ...idp.settings, READ_ONLY: 'true' });
    try {
      const answer = await reader.app
        .get(AuditVerificationService)
        .verify(randomUUID(), false, new AbortController().signal);
      expect(answer).toMatchObject({ valid: true, events: 0, last_hash: '0'.repeat(64) });
      expect(await reader.rows('SELECT * FROM audit_checkpoint')).toEqual([]);
    } finally {
      await reader.close();
    }
  });
});
