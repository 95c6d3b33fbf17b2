import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ApiClient, type ApiResponse, type Method } from '../support/api-client.js';
import type { Browser } from '../support/browser.js';
import { BROWSER_SETTINGS, ME, ORIGIN, browserOf, hasSession, signIn } from '../support/hub-browser.js';
import { useTestApp } from '../support/suite.js';

// Concurrent administration by several users, with sign-ins in between. Transactions that lock rows in different orders deadlock,
// and PostgreSQL aborts one of them.

/** The number of requests; more make a longer storm. */
const REQUESTS = Number(process.env['TEST_STORM_REQUESTS'] ?? 1200);
const WORKERS = 16;

const t = await useTestApp({
  ...BROWSER_SETTINGS,
  DATABASE_POOL_SIZE: '20',
  RATE_LIMIT_ANONYMOUS: '100000',
  RATE_LIMIT_FREE: '100000',
  RATE_LIMIT_PRO: '100000',
});

/** A user with a browser, whose session also makes API requests. */
interface Person {
  readonly username: string;
  readonly id: string;
  /** That of the latest session: a suspension ends earlier ones. */
  client: ApiClient;
}

const clientOf = (browser: Browser): ApiClient =>
  new ApiClient(t.url, { cookie: browser.cookieHeader(new URL(ME)), origin: ORIGIN });

async function person(username: string): Promise<Person> {
  await t.actors.user(username);
  const browser = browserOf(t);
  expect((await signIn(browser, username)).status).toBe(200);
  const client = clientOf(browser);
  const { body } = await client.get('/api/v1/me');
  return { username, id: body.id as string, client };
}

/** Signs in again; suspended users are refused. */
async function signInAgain(by: Person): Promise<number> {
  const browser = browserOf(t);
  const { status } = await signIn(browser, by.username);
  if (hasSession(browser)) by.client = clientOf(browser);
  return status;
}

const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};
const slug = (): string => `s-${randomUUID().slice(0, 8)}`;

/** The objects of the storm. */
interface World {
  readonly admins: readonly Person[];
  readonly users: readonly Person[];
  readonly orgs: string[];
  readonly mcps: string[];
  readonly categories: string[];
  readonly tags: string[];
}

type Step = (world: World) => Promise<ApiResponse | undefined>;

const send = (by: Person, method: Method, path: string, json?: unknown): Promise<ApiResponse> =>
  by.client.send(method, `/api/v1${path}`, json === undefined ? {} : { json });

/** Creates an object, which later steps can pick. */
async function create(by: Person, path: string, json: object, into: string[]): Promise<ApiResponse> {
  const answer = await send(by, 'POST', path, json);
  if (answer.status === 201) into.push(answer.body.id as string);
  return answer;
}

const anybody = ({ admins, users }: World): Person => pick([...admins, ...users]);
const userPath = (world: World, rest = ''): string => `/admin/users/${anybody(world).id}${rest}`;
const orgPath = (world: World, rest = ''): string => `/orgs/${pick(world.orgs)}${rest}`;

const STEPS: readonly Step[] = [
  (w) => send(pick(w.admins), 'POST', userPath(w, '/suspend')),
  (w) => send(pick(w.admins), 'POST', userPath(w, '/activate')),
  (w) =>
    send(pick(w.admins), 'POST', '/admin/users/bulk/suspend', {
      user_ids: [...new Set([anybody(w).id, anybody(w).id, anybody(w).id])],
    }),
  (w) =>
    send(pick(w.admins), 'POST', '/admin/users/bulk/activate', {
      user_ids: [...w.admins, ...w.users].map(({ id }) => id),
    }),
  (w) => send(pick(w.admins), 'PATCH', userPath(w, '/role'), { role: pick(['USER', 'PLATFORM_ADMIN']) }),
  (w) => send(pick(w.admins), 'PATCH', userPath(w, '/plan'), { plan: pick(['FREE', 'PRO', 'ENTERPRISE']) }),
  (w) => send(pick(w.admins), 'PUT', userPath(w), { name: slug() }),
  (w) =>
    create(
      pick(w.admins),
      '/admin/orgs',
      {
        name: 'Org',
        slug: slug(),
        display_name: 'Org',
        plan: 'ENTERPRISE',
        owner_email: `${anybody(w).username}@localhost`,
      },
      w.orgs,
    ),
  (w) => send(pick(w.admins), 'POST', `/admin${orgPath(w, pick(['/suspend', '/activate', '/activate']))}`),
  (w) => send(pick(w.admins), 'PATCH', `/admin${orgPath(w, '/plan')}`, { plan: 'ENTERPRISE' }),
  (w) => create(anybody(w), '/orgs', { name: 'Org', slug: slug(), display_name: 'Org' }, w.orgs),
  (w) => send(anybody(w), 'PUT', orgPath(w), { display_name: slug() }),
  (w) =>
    send(anybody(w), 'PATCH', orgPath(w, `/members/${anybody(w).id}`), {
      role: pick(['ADMIN', 'MEMBER', 'OWNER']),
    }),
  (w) => send(anybody(w), 'DELETE', orgPath(w, `/members/${anybody(w).id}`)),
  (w) =>
    send(anybody(w), 'POST', orgPath(w, '/users/invite'), { email: `${slug()}@example.com`, role: 'MEMBER' }),
  (w) => send(anybody(w), 'POST', orgPath(w, '/tokens'), { name: 'token', scopes: ['read:public'] }),
  (w) => send(anybody(w), 'POST', orgPath(w, '/areas'), { name: 'Area', slug: slug(), description: '' }),
  (w) =>
    create(
      pick(w.admins),
      '/admin/mcps',
      { name: `${slug()}/${slug()}`, repo_url: 'https://github.com/acme/files', org_id: pick(w.orgs) },
      w.mcps,
    ),
  (w) => send(pick(w.admins), 'PUT', `/admin/mcps/${pick(w.mcps)}`, { org_id: pick([null, ...w.orgs]) }),
  (w) =>
    send(pick(w.admins), 'PATCH', `/admin/mcps/${pick(w.mcps)}/category`, {
      category_id: pick(w.categories),
    }),
  (w) =>
    send(pick(w.admins), 'PATCH', `/admin/mcps/${pick(w.mcps)}/tags`, {
      tag_ids: [...new Set([pick(w.tags), pick(w.tags)])],
    }),
  (w) =>
    send(pick(w.admins), 'POST', `/admin/mcps/${pick(w.mcps)}/featured`, { featured: pick([true, false]) }),
  (w) => create(pick(w.admins), '/admin/categories', { name: 'Category', slug: slug() }, w.categories),
  (w) => create(pick(w.admins), '/admin/tags', { name: 'Tag', slug: slug() }, w.tags),
  (w) => send(pick(w.admins), 'DELETE', `/admin/categories/${pick(w.categories)}`),
  (w) => send(pick(w.admins), 'DELETE', `/admin/tags/${pick(w.tags)}`),
];

async function world(): Promise<World> {
  const admins = await Promise.all(Array.from({ length: 5 }, (_, index) => person(`admin-${index}`)));
  const users = await Promise.all(Array.from({ length: 5 }, (_, index) => person(`user-${index}`)));
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = ANY($1)`, [
    admins.map(({ id }) => id),
  ]);
  await t.rows(`UPDATE hub_user SET plan = 'ENTERPRISE'`);
  const made: World = { admins, users, orgs: [], mcps: [], categories: [], tags: [] };
  for (const user of users) {
    await create(user, '/orgs', { name: 'Org', slug: slug(), display_name: 'Org' }, made.orgs);
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at)
       SELECT $1, u.id, 'ADMIN', now() FROM hub_user u ON CONFLICT DO NOTHING`,
      [made.orgs.at(-1)],
    );
  }
  const [first] = admins;
  if (first === undefined) throw new Error('there are five');
  for (let count = 0; count < 5; count += 1) {
    await create(first, '/admin/categories', { name: 'Category', slug: slug() }, made.categories);
    await create(first, '/admin/tags', { name: 'Tag', slug: slug() }, made.tags);
    const mcp = {
      name: `${slug()}/${slug()}`,
      repo_url: 'https://github.com/acme/files',
      org_id: pick(made.orgs),
    };
    await create(first, '/admin/mcps', mcp, made.mcps);
  }
  return made;
}

/** When everyone is suspended, reactivates the administrators in the database, as an operator would. */
const revive = ({ admins }: World): Promise<unknown> =>
  t.rows(
    `UPDATE hub_user u SET role = 'PLATFORM_ADMIN', status = 'ACTIVE'
       FROM (SELECT id FROM hub_user WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE) locked
      WHERE u.id = locked.id`,
    [admins.map(({ id }) => id)],
  );

describe('concurrent administration', () => {
  it('with sign-ins in between is answered without a 5xx', async () => {
    const found = await world();
    const statuses = new Map<number, number>();
    let left = REQUESTS;
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const number = left;
        if (number % 100 === 0) {
          await revive(found);
          await Promise.all(found.admins.map(signInAgain));
        }
        const status =
          number % 20 === 0 ? await signInAgain(anybody(found)) : (await pick(STEPS)(found))?.status;
        statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    const failed = [...statuses].filter(([status]) => status >= 500 || status === 0);
    expect(failed).toEqual([]);
    // A storm in which everything is refused would prove nothing.
    const succeeded = [...statuses]
      .filter(([status]) => status < 300)
      .reduce((sum, [, count]) => sum + count, 0);
    expect(succeeded).toBeGreaterThan(REQUESTS / 5);
  });
});
