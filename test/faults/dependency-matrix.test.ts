import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { ApiResponse } from '../support/api-client.js';
import { PASSWORD } from '../support/credentials.js';
import {
  expectServed,
  expectUnavailable,
  requestsOfEachKind,
  type Dependency,
  type RequestKind,
  type Use,
} from '../support/dependency-requests.js';
import { HubHome } from '../support/hub-home.js';
import { ObjectStoreProxy } from '../support/object-store-proxy.js';
import { PostgresServer } from '../support/postgres-server.js';
import { RedisServer } from '../support/redis-server.js';
import { S3Server } from '../support/s3-server.js';
import { packedServer } from '../support/analyzed-packages.js';
import { finalizeUpload, initiated, sendBundle } from '../support/uploads.js';
import { eventually } from '../support/stored-artifacts.js';
import { webhookSettings } from '../support/webhooks.js';

const DATABASE = 'matrix';
// Not a performance limit: a busy machine may be many times slower than an idle one.
const RECOVERY_SECONDS = 600;

/** A fault of something that requests depend on. */
interface Fault {
  readonly dependency: Dependency;
  readonly fault: string;
  /** The uses that fail. */
  readonly breaks: readonly Use[];
  /** What `/readyz` says: the status, and the part that has failed. */
  readonly ready: readonly [number, string];
  readonly cause: () => Promise<unknown>;
  readonly mend: () => Promise<unknown>;
}

let postgres: PostgresServer;
let redis: RedisServer;
let s3: S3Server;
let store: ObjectStoreProxy;
let hub: HubHome;
let requests: readonly RequestKind[];
beforeAll(async () => {
  postgres = await PostgresServer.start();
  redis = await RedisServer.start();
  s3 = await S3Server.start();
  store = await ObjectStoreProxy.before(s3);
  // Limits of connections do not hold for a superuser.
  await postgres.rows(`CREATE ROLE ordinary LOGIN PASSWORD '${PASSWORD}'`);
  await postgres.rows(`CREATE DATABASE ${DATABASE} OWNER ordinary`);
  hub = await HubHome.start({
    ...store.settings,
    ...webhookSettings,
    STORAGE_PRESIGN_ENABLED: 'false',
    DATABASE_URL: urlAs('ordinary'),
    REDIS_URL: redis.url,
    LOG_LEVEL: 'info',
  });
  requests = await requestsOfEachKind(hub);
});
afterAll(async () => {
  await hub.close();
  await store.close();
  await s3.close();
  await redis.close();
  await postgres.close();
});

function urlAs(user?: string): string {
  const url = new URL(postgres.url);
  url.pathname = `/${DATABASE}`;
  if (user !== undefined) url.username = user;
  return url.href;
}

/** Ends the server's connections: it gets new ones, with the settings that a statement has changed. */
async function onNewConnections(statement: string): Promise<void> {
  await postgres.rows(statement);
  await postgres.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${DATABASE}'`);
}

async function inside<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlAs() });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Rows that make a table grow fail as on a full disk. Statements of their own schema put the trigger on each table. */
const FULL = `
  CREATE SCHEMA fault;
  CREATE FUNCTION fault.full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION USING ERRCODE = TG_ARGV[0], MESSAGE = 'no space left on device'; END $$;
  GRANT USAGE ON SCHEMA fault TO ordinary;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration' LOOP
      EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION fault.full(%L)', name, 'SQLSTATE');
    END LOOP; END $$`;
const full = (state: string): Pick<Fault, 'cause' | 'mend'> => ({
  cause: async () => {
    // The locks of so many tables may meet those of a transaction.
    for (let attempts = 0; attempts < 20; attempts += 1) {
      const failed = await inside(FULL.replace('SQLSTATE', state)).then(
        () => undefined,
        (error: unknown) => error as Error & { code?: string },
      );
      if (failed === undefined) return;
      if (failed.code !== '40P01') throw failed;
    }
  },
  mend: () => inside('DROP SCHEMA fault CASCADE'),
});

const onRedis = async (work: (connection: Redis) => Promise<unknown>): Promise<void> => {
  const connection = new Redis(redis.url);
  connection.on('error', () => undefined);
  try {
    await work(connection);
  } finally {
    connection.disconnect();
  }
};

const everything = ['reads', 'writes'] as const;
const database = { dependency: 'database', ready: [503, 'database'] } as const;
const objects = { dependency: 'store', ready: [200, 'storage'] } as const;
const cache = { dependency: 'Redis', breaks: everything, ready: [200, 'cache'] } as const;
const REFUSING = `ALTER DATABASE ${DATABASE}`;

const storeFault = (
  fault: string,
  status: number,
  breaks: readonly Use[],
  ready: readonly [number, string],
): Fault => ({
  ...objects,
  fault,
  breaks,
  ready,
  cause: async () => {
    const verbs = breaks.includes('reads') ? /./ : /^(PUT|POST|COPY)$/;
    store.trouble = ({ verb }) => (verbs.test(verb) ? { status } : undefined);
    await Promise.resolve();
  },
  mend: async () => {
    store.trouble = () => undefined;
    await Promise.resolve();
  },
});

const FAULTS: readonly Fault[] = [
  {
    ...database,
    fault: 'stopped',
    breaks: everything,
    cause: () => postgres.stop('immediate'),
    mend: () => postgres.start(),
  },
  {
    ...database,
    fault: 'accepts no connections (55000)',
    breaks: everything,
    cause: () => onNewConnections(`${REFUSING} ALLOW_CONNECTIONS false`),
    mend: () => postgres.rows(`${REFUSING} ALLOW_CONNECTIONS true`),
  },
  {
    ...database,
    fault: 'has too many connections (53300)',
    breaks: everything,
    cause: () => onNewConnections(`${REFUSING} CONNECTION LIMIT 0`),
    mend: () => postgres.rows(`${REFUSING} CONNECTION LIMIT -1`),
  },
  {
    ...database,
    fault: 'refuses the password (28P01)',
    breaks: everything,
    cause: () => onNewConnections(`ALTER ROLE ordinary PASSWORD 'another'`),
    mend: () => postgres.rows(`ALTER ROLE ordinary PASSWORD '${PASSWORD}'`),
  },
  {
    ...database,
    fault: 'is read-only (25006)',
    breaks: ['writes'],
    cause: () => onNewConnections(`${REFUSING} SET default_transaction_read_only TO on`),
    // Without an end of its connections, as when a failover has made another server the primary.
    mend: () => postgres.rows(`${REFUSING} RESET default_transaction_read_only`),
  },
  { ...database, fault: 'has a full disk (53100)', breaks: ['writes'], ...full('53100') },
  { ...database, fault: 'is out of memory (53200)', breaks: ['writes'], ...full('53200') },
  storeFault('fails (500)', 500, everything, [200, 'storage']),
  storeFault('is overloaded (503)', 503, everything, [200, 'storage']),
  // Its check reads.
  storeFault('is full (507)', 507, ['writes'], [200, '']),
  {
    ...cache,
    fault: 'stopped',
    cause: () => redis.stop('kill'),
    mend: () => redis.start(),
  },
  {
    ...cache,
    fault: 'is out of memory (OOM)',
    cause: () => onRedis((connection) => connection.config('SET', 'maxmemory', '1')),
    mend: () => onRedis((connection) => connection.config('SET', 'maxmemory', '0')),
  },
  {
    ...cache,
    fault: 'is a replica (READONLY)',
    cause: () => onRedis((connection) => connection.replicaof('127.0.0.1', 1)),
    mend: () => onRedis((connection) => connection.replicaof('NO', 'ONE')),
  },
  {
    dependency: 'identity provider',
    fault: 'breaks off',
    breaks: everything,
    ready: [200, ''],
    cause: () => Promise.resolve((hub.idp.isAway = true)),
    mend: () => Promise.resolve((hub.idp.isAway = false)),
  },
];

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly part?: string;
  readonly fault?: string;
}

/** The lines of the log since a position in the output, except those of requests. */
const linesSince = (position: number): Line[] =>
  hub.server.output
    .slice(position)
    .split('\n')
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => JSON.parse(text) as Line)
    .filter(({ msg }) => msg !== 'request');

let pushes = 0;

/** Makes a version that is analyzed while the fault begins. */
async function push(): Promise<void> {
  const version = `1.0.${(pushes += 1)}`;
  const bundle = await packedServer({ note: version });
  const upload = await initiated(hub.owner, 'acme/pushed', version, bundle);
  expect((await sendBundle(hub.anonymous, upload, bundle)).status).toBe(204);
  expect((await finalizeUpload(hub.owner, upload)).status).toBe(200);
}

const readiness = (): Promise<ApiResponse> => hub.anonymous.get('/readyz');

/** Waits until everything is well. */
async function recovered(): Promise<void> {
  await eventually(async () => (await readiness()).body.status === 'ready', RECOVERY_SECONDS);
  for (const request of requests) {
    let answer = await request.send();
    await eventually(async () => {
      if (answer.status === 503) answer = await request.send();
      return answer.status !== 503;
    }, RECOVERY_SECONDS).catch(() => undefined);
    expectServed(request, answer);
  }
}

describe.each(FAULTS)('$dependency: $fault', ({ dependency, breaks, ready, cause, mend }) => {
  it('breaks what needs it, and nothing else, with 503, and one line of the log', async () => {
    await recovered();
    await push();
    const position = hub.server.output.length;
    await cause();
    try {
      const [status, part] = ready;
      await eventually(async () => {
        const answer = await readiness();
        return answer.status === status && (part === '' || answer.body.checks[part] === 'failed');
      }, RECOVERY_SECONDS);
      for (const _round of [1, 2]) {
        for (const request of requests) {
          const answer = await request.send();
          if (breaks.includes(request.uses[dependency])) expectUnavailable(request, answer);
          else expectServed(request, answer);
        }
      }
      expect((await hub.anonymous.get('/healthz')).status).toBe(200);
    } finally {
      await mend();
    }
    await recovered();
    const lines = linesSince(position);
    const troubles = lines.filter(({ level }) => level === 'warn' || level === 'error' || level === 'fatal');
    // Once for each fault: connections end before new ones are refused.
    const said = troubles.map(({ part, fault, msg }) => (part === undefined ? msg : `${part} ${fault}`));
    expect(said).toEqual([...new Set(said)]);
    const parts = new Set(troubles.map(({ part, msg }) => part ?? msg));
    // What a connection of jobs alone has met is another one.
    parts.delete('the schedule of a recurring job cannot be read');
    expect(parts.size > 1 ? troubles : []).toEqual([]);
  });
});

it('no job has lost an attempt, and none is left', async () => {
  const jobs = () =>
    inside<{ status: string; attempts: number }>(
      `SELECT j.status, j.attempts FROM analysis_job j JOIN mcp_version v ON v.id = j.version_id
         JOIN mcp m ON m.id = v.mcp_id WHERE m.name = 'acme/pushed'`,
    );
  const done = { status: 'SUCCEEDED', attempts: 1 };
  // As if the pauses after the outages were over, which are as long as the jobs are old.
  await inside(`UPDATE analysis_job SET run_after = now() WHERE status = 'QUEUED' RETURNING id`);
  await eventually(async () => (await jobs()).every(({ status }) => status === done.status), RECOVERY_SECONDS)
    // The jobs say why.
    .catch(() => undefined);
  expect(await jobs()).toEqual(FAULTS.map(() => done));
});

it('no fault has ended the process', () => {
  expect(() => process.kill(hub.server.pid, 0)).not.toThrow();
});
