import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { VersionStreams } from '../../../../src/hub/catalog/version-events/version-streams.js';
import { VersionStatesReadModel } from '../../../../src/hub/catalog/version-events/version-states.read-model.js';
import { VersionEventTimes } from '../../../../src/hub/catalog/version-events/version-watcher.js';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const DEADLINE_SECONDS = 5;
const { t, actors } = await useHub({
  RATE_LIMIT_ANONYMOUS: '10000',
  LIMITS_REQUEST_TIMEOUT: String(DEADLINE_SECONDS),
});

const found = <T>(type: new (...parts: never[]) => T): T => t.app.get(type, { strict: false });
const MAX_OF_CALLER = 10;

interface Event {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads a stream piece by piece. */
class Reader {
  text = '';
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();

  private constructor(
    readonly response: Response,
    private readonly controller: AbortController,
  ) {
    this.reader = (response.body ?? new ReadableStream()).getReader();
  }

  static async open(path: string, headers: Record<string, string> = {}): Promise<Reader> {
    const controller = new AbortController();
    const response = await fetch(`${t.url}${path}`, { headers, signal: controller.signal });
    const reader = new Reader(response, controller);
    opened.push(reader);
    return reader;
  }

  get events(): Event[] {
    return this.text.split('\n\n').flatMap((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return event === undefined ? [] : [{ event, data: JSON.parse(data ?? '') as Event['data'] }];
    });
  }

  /** Reads until the text has this. @throws when the stream ends before */
  async until(expected: string | RegExp): Promise<this> {
    while (this.text.search(expected) < 0) if (!(await this.more())) throw new Error(`ended: ${this.text}`);
    return this;
  }

  async toEnd(): Promise<this> {
    while (await this.more());
    return this;
  }

  close(): void {
    this.controller.abort();
  }

  private async more(): Promise<boolean> {
    const { done, value } = await this.reader.read();
    this.text += this.decoder.decode(value, { stream: true });
    return !done;
  }
}

const opened: Reader[] = [];
let times: VersionEventTimes;
let usual: VersionEventTimes;
beforeAll(() => {
  times = found(VersionEventTimes);
  usual = Object.assign(new VersionEventTimes(), times);
});
beforeEach(() => {
  times.poll = 20;
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const reader of opened.splice(0)) reader.close();
  Object.assign(times, usual);
  // Until the server has noticed, streams count.
  const { ofCallers } = found(VersionStreams) as unknown as { ofCallers: Map<string, number> };
  while (ofCallers.size > 0) await setTimeout(5);
});

/** A version that waits for its analysis. */
async function queued(change: Readonly<Record<string, unknown>> = {}) {
  const mcp = await aMcp(t, change);
  const version = await mcp.version();
  const job = randomUUID();
  await t.rows(
    `INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, run_after, created_at)
     VALUES ($1, $2, $3, 'ingest', 'QUEUED', now() + interval '1 day', now())`,
    [job, version.id, mcp.id],
  );
  const run = (phase: string) =>
    t.rows(`UPDATE analysis_job SET status = 'RUNNING', phase = $2, attempts = 1 WHERE id = $1`, [
      job,
      phase,
    ]);
  const finish = async (status = 'CERTIFIED', score: number | null = 82, reason: string | null = null) => {
    await t.rows(
      `UPDATE mcp_version SET status = $2, global_score = $3, certification_level = 2, failure_reason = $4 WHERE id = $1`,
      [version.id, status, score, reason],
    );
    await t.rows(`UPDATE analysis_job SET status = 'SUCCEEDED', phase = NULL WHERE id = $1`, [job]);
  };
  return { mcp, version, run, finish, path: `/api/v1/mcps/${mcp.id}/versions/${version.id}/events` };
}

describe('GET /api/v1/mcps/{mcpId}/versions/{versionId}/events is refused', () => {
  it('for unknown versions, those of another MCP, and invalid ids: 404', async () => {
    const [one, other] = [await queued(), await queued()];
    for (const path of [
      one.path.replace(one.version.id, other.version.id),
      one.path.replace(one.version.id, randomUUID()),
      one.path.replace(one.mcp.id, randomUUID()),
      one.path.replace(one.version.id, 'x'),
    ]) {
      expect((await actors.anonymous.get(path)).status).toBe(404);
    }
  });

  it('for invalid credentials: 401', async () => {
    const { path } = await queued();
    expect((await actors.anonymous.as('Bearer mcp_tk_unknown').get(path)).status).toBe(401);
  });

  it('for private MCPs of others: 404', async () => {
    const org = await actors.organization();
    const { path, finish } = await queued({ org_id: org.id, visibility: 'private' });
    for (const caller of [actors.anonymous, (await actors.organization()).owner]) {
      expect((await caller.get(path)).status).toBe(404);
    }
    await finish();
    expect((await org.owner.get(path)).status).toBe(200);
  });

  it('beyond ten streams of a caller: 429 with Retry-After; a stream that has ended counts no more', async () => {
    const { path } = await queued();
    for (let index = 0; index < MAX_OF_CALLER; index += 1) {
      expect((await Reader.open(path)).response.status).toBe(200);
    }
    const { status, headers, body } = await actors.anonymous.get(path);
    expect([status, headers.get('retry-after'), body.code]).toEqual([429, '30', 'RATE_LIMITED']);
    // Another caller is not affected.
    const { owner } = await actors.organization();
    const done = await queued();
    await done.finish();
    expect((await owner.get(done.path)).status).toBe(200);
    opened[0]?.close();
    while ((await Reader.open(path)).response.status !== 200);
  });

  it('with too many streams of the server: 503 with Retry-After', async () => {
    const { path } = await queued();
    const { ofCallers } = found(VersionStreams) as unknown as { ofCallers: Map<string, number> };
    ofCallers.set('others', 500);
    const { status, headers, body } = await actors.anonymous.get(path);
    ofCallers.delete('others');
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '30', 'UNAVAILABLE']);
  });
});

describe('GET /api/v1/mcps/{mcpId}/versions/{versionId}/events', () => {
  it('sends the status at once, each change, and `done` at the end', async () => {
    const { path, version, run, finish } = await queued();
    const reader = await Reader.open(path);
    expect(Object.fromEntries(reader.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-ratelimit-limit': '10000',
    });
    await reader.until('"stage":"queued"');
    await run('parsing');
    await reader.until('"stage":"parsing"');
    await run('recording');
    await reader.until('"stage":"recording"');
    await finish();
    await reader.toEnd();
    const state = { version_id: version.id, failure_reason: null };
    expect(reader.events).toMatchObject([
      { event: 'status', data: { ...state, status: 'INGESTED', stage: 'queued', progress: 0 } },
      { event: 'status', data: { ...state, stage: 'parsing', progress: 50, attempts: 1 } },
      { event: 'status', data: { ...state, stage: 'recording', progress: 90 } },
      {
        event: 'status',
        data: { ...state, status: 'CERTIFIED', stage: null, progress: 100, global_score: 82 },
      },
      { event: 'done', data: { ...state, status: 'CERTIFIED', certification_level: 2 } },
    ]);
  });

  it('ends at once for a version in a final state, with the reason of a failure', async () => {
    const { path, finish } = await queued();
    await finish('FAILED', null, 'the source\nis gone');
    const { text } = await actors.anonymous.get(path);
    expect(text).toMatch(/^retry: 5000\n\nevent: status\ndata: .*\n\nevent: done\ndata: .*\n\n$/);
    expect(text).toContain('"failure_reason":"the source\\nis gone"');
    expect((await actors.anonymous.send('HEAD', path, {})).status).toBe(200);
  });

  it('outlives the deadline of requests, with comments while nothing changes', async () => {
    times.comment = 40;
    const { path, finish } = await queued();
    const reader = await Reader.open(path);
    const end = Date.now() + DEADLINE_SECONDS * 1000 + 500;
    while (Date.now() < end) {
      reader.text = '';
      await reader.until(/: still here\n\n/);
    }
    await finish();
    expect((await reader.toEnd()).events.at(-1)?.event).toBe('done');
  });

  it('ends after its longest time, without `done`', async () => {
    times.longest = 60;
    const reader = await Reader.open((await queued()).path);
    expect((await reader.toEnd()).events.map(({ event }) => event)).toEqual(['status']);
  });

  it('reads all watched versions with one statement, however many watch', async () => {
    const read = jest.spyOn(found(VersionStatesReadModel), 'of');
    const [one, other] = [await queued(), await queued()];
    const { owner } = await actors.organization();
    const readers = [];
    for (let index = 0; index < 4; index += 1) readers.push(await Reader.open(one.path));
    readers.push(await Reader.open(other.path, { ...owner.credentials }));
    read.mockClear();
    await one.run('rules');
    await Promise.all(readers.slice(0, 4).map((reader) => reader.until('"stage":"rules"')));
    expect(read.mock.calls.map(([ids]) => ids.length)).toEqual(read.mock.calls.map(() => 2));
  });

  it('goes on when the database is back', async () => {
    const { path, run } = await queued();
    const reader = await (await Reader.open(path)).until('queued');
    const read = jest.spyOn(found(VersionStatesReadModel), 'of').mockRejectedValueOnce(new Error('away'));
    // The poll before it, which may still run, does not count.
    while (read.mock.results.length === 0) await setTimeout(5);
    await run('flows');
    await reader.until('"stage":"flows"');
    expect(read.mock.results.length).toBeGreaterThan(1);
  });
});

it('counts no streams of clients that leave before the first event', async () => {
  const { path } = await queued();
  const states = found(VersionStatesReadModel);
  const { ofCallers } = found(VersionStreams) as unknown as { ofCallers: Map<string, number> };
  const isGone = new Promise<void>((resolve) => {
    t.app.getHttpServer().once('connection', (socket: Socket) => socket.once('close', () => resolve()));
  });
  const socket = connect(Number(new URL(t.url).port), '127.0.0.1');
  const usualRead = states.of.bind(states);
  let answer: ReturnType<typeof usualRead> | undefined;
  // Streams of earlier tests may be read as well.
  jest.spyOn(states, 'of').mockImplementation((ids) => {
    if (answer !== undefined || !ids.some((id) => path.includes(id))) return usualRead(ids);
    socket.destroy();
    answer = isGone.then(() => usualRead(ids));
    return answer;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: hub\r\n\r\n`);
  await isGone;
  await expect(answer).resolves.toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  const left = [...ofCallers];
  ofCallers.clear();
  expect(left).toEqual([]);
});

describe('a stream ends without showing more', () => {
  it.each([
    ['the caller is no member any more', 'DELETE FROM organization_member WHERE user_id = $1'],
    ['the caller is suspended', `UPDATE hub_user SET status = 'SUSPENDED' WHERE id = $1`],
  ])('when %s', async (_what, sql) => {
    times.access = 0;
    const org = await actors.organization();
    const member = await actors.member(org.id, 'MEMBER');
    const { path, run } = await queued({ org_id: org.id, visibility: 'private' });
    const reader = await (await Reader.open(path, { ...member.credentials })).until('queued');
    await t.rows(sql, [member.id]);
    await run('scores');
    await reader.toEnd();
    expect(reader.text).not.toContain('scores');
  });

  it('when the version becomes private, for those who do not see it', async () => {
    times.access = 0;
    const org = await actors.organization();
    const { path, run, mcp } = await queued({ org_id: org.id });
    const reader = await (await Reader.open(path)).until('queued');
    await t.rows(`UPDATE mcp SET visibility = 'private' WHERE id = $1`, [mcp.id]);
    await run('scores');
    expect((await reader.toEnd()).text).not.toContain('scores');
  });

  it('when the MCP is deleted', async () => {
    const { path, mcp } = await queued();
    const reader = await (await Reader.open(path)).until('queued');
    await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
    expect((await reader.toEnd()).events).toHaveLength(1);
  });

  it('when the server stops', async () => {
    const { path } = await queued();
    const reader = await (await Reader.open(path)).until('queued');
    const streams = found(VersionStreams);
    streams.onModuleDestroy();
    expect((await reader.toEnd()).events.map(({ event }) => event)).toEqual(['status']);
    // Clients connect again while other modules are still stopping.
    const { status, headers } = await actors.anonymous.get(path);
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
    Object.assign(streams, { isStopping: false });
  });
});
