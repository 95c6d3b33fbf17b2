import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OperatorAccounts } from '../../src/hub/administration/account-credentials/operator-accounts.service.js';
import type { ApiClient } from '../support/api-client.js';
import { askForCredentials, GIVING_OPERATIONS } from '../support/given-credentials.js';
import type { ApiName } from '../support/openapi-contract.js';
import { openApiDocument } from '../support/prepared.js';
import { ORG, RANKS, WORLDS, type Mode, type Person, type World } from '../support/people.js';

/** What ends a credential: it is of a sign-in, a password, or one of the two kinds of API tokens. */
type Kind = 'sign-in' | 'password' | 'registry' | 'service';

/** A credential at an API that accepts it. */
interface Use {
  readonly what: string;
  readonly kind: Kind;
  readonly api: ApiName;
  readonly client: ApiClient;
  readonly path: string;
}

/** A way to take away what a person could do. */
interface Taking {
  readonly modes: readonly Mode[];
  readonly take: (revokesTokens: boolean, world: World, person: Person, admin: ApiClient) => Promise<unknown>;
  /** Gives access back, where that was taken. */
  readonly restore?: (world: World, person: Person, admin: ApiClient) => Promise<unknown>;
  readonly endsPassword?: true;
  /** The account is gone. */
  readonly isDeletion?: true;
}

const BOTH = ['oss', 'enterprise'] as const;
const operator = ({ t }: World): OperatorAccounts => t.app.get(OperatorAccounts);

/** Sends a change of the administration. @throws when it is refused */
async function administered(
  admin: ApiClient,
  method: 'POST' | 'DELETE',
  path: string,
  json?: object,
): Promise<void> {
  const { status, text } = await admin.send(method, `/api/v1/${path}`, { json });
  if (status >= 300) throw new Error(`${path} is ${status}: ${text}`);
}

const NEW_PASSWORD = 'another correct horse battery staple';

const TAKINGS: Readonly<Record<string, Taking>> = {
  'a new password': {
    modes: ['oss'],
    endsPassword: true,
    take: (revokeTokens, world, { name }) =>
      operator(world).setPassword(name, NEW_PASSWORD, { revokeTokens }),
  },
  'disabling the local user': {
    modes: ['oss'],
    take: (revokeTokens, world, { name }) => operator(world).setDisabled(name, true, { revokeTokens }),
    restore: (world, { name }) => operator(world).setDisabled(name, false),
  },
  suspension: {
    modes: BOTH,
    take: (revoke, _world, { userId }, admin) =>
      administered(admin, 'POST', `admin/users/${userId}/suspend`, { revoke_tokens: revoke }),
    restore: (_world, { userId }, admin) => administered(admin, 'POST', `admin/users/${userId}/activate`),
  },
  'suspension with others': {
    modes: BOTH,
    take: (revoke, _world, { userId }, admin) =>
      administered(admin, 'POST', 'admin/users/bulk/suspend', { user_ids: [userId], revoke_tokens: revoke }),
    restore: (_world, { userId }, admin) =>
      administered(admin, 'POST', 'admin/users/bulk/activate', { user_ids: [userId] }),
  },
  deletion: {
    modes: BOTH,
    isDeletion: true,
    take: (revoke, _world, { userId }, admin) =>
      administered(admin, 'DELETE', `admin/users/${userId}?revoke_tokens=${revoke}`),
  },
  'deletion by the operator': {
    modes: ['oss'],
    isDeletion: true,
    take: (revokeTokens, world, { name }) => operator(world).remove(name, { revokeTokens }),
  },
  'signing out everywhere': {
    modes: BOTH,
    take: (revoke, _world, { session }) =>
      administered(session, 'POST', 'me/sign-out-everywhere', { revoke_tokens: revoke }),
  },
  'signing out everywhere by an administrator': {
    modes: BOTH,
    take: (revoke, _world, { userId }, admin) =>
      administered(admin, 'POST', `admin/users/${userId}/sign-out-everywhere`, { revoke_tokens: revoke }),
  },
  'signing out everywhere by the operator': {
    modes: BOTH,
    take: (revokeTokens, world, { userId }) => operator(world).signOut(userId, { revokeTokens }),
  },
};

/** The reference: whether a credential works. */
function worksAfter(kind: Kind, taking: Taking, revokesTokens: boolean, isRestored: boolean): boolean {
  // They belong to the organization.
  if (kind === 'service') return !revokesTokens;
  if (kind === 'sign-in' || taking.isDeletion === true) return false;
  if (taking.restore !== undefined && !isRestored) return false;
  return kind === 'password' ? taking.endsPassword !== true : !revokesTokens;
}

const PATHS: Readonly<Record<ApiName, readonly string[]>> = {
  registry: [`/v1/org/${ORG}/members`],
  v1: ['/api/v1/me', '/api/v1/mcps'],
};
const APIS = ['registry', 'v1'] as const;

const works = async ({ client, path }: Pick<Use, 'client' | 'path'>): Promise<boolean> => {
  const { status } = await client.get(path);
  if (status !== 200 && status !== 401) throw new Error(`${path} is ${status}`);
  return status === 200;
};

/** What a credential opens, once for each API that accepts it. */
async function usesOf(what: string, kind: Kind, client: ApiClient, anonymous: ApiClient): Promise<Use[]> {
  const uses: Use[] = [];
  for (const api of APIS) {
    for (const path of PATHS[api]) {
      const isOpen = (await anonymous.get(path)).status === 200;
      // Invalid headers are refused everywhere, but a session that has ended is no session.
      if (isOpen && 'cookie' in client.credentials) continue;
      if ((await client.get(path)).status !== 200) continue;
      uses.push({ what, kind, api, client, path });
      break;
    }
  }
  return uses;
}

/** Every credential that a person can get, at every API. Whether it is an API token says the list of the administration. */
async function allUsesOf(world: World, person: Person, admin: ApiClient, given: Set<string>): Promise<Use[]> {
  const { anonymous } = world.t.actors;
  const uses: Use[] = [];
  for (const [what, client] of Object.entries(person.signIns)) {
    uses.push(...(await usesOf(what, 'sign-in', client, anonymous)));
  }
  if (person.password !== undefined)
    uses.push(...(await usesOf('password', 'password', person.password, anonymous)));
  const tokens = async (): Promise<{ total: number; tokens: { kind: 'registry' | 'service' }[] }> =>
    (await admin.get(`/api/v1/admin/tokens?user_id=${person.userId}&limit=1`)).body;
  let known = (await tokens()).total;
  const asking = {
    clients: { registry: person.registry, v1: person.session },
    orgId: world.orgId,
    org: ORG,
    fields: { username: person.name, password: 'correct horse battery staple', resources: [`org/${ORG}/`] },
  };
  for await (const { operation, status, headers } of askForCredentials(asking)) {
    if (status < 300) given.add(operation.operationId);
    const listed = await tokens();
    const kind = listed.total > known ? (listed.tokens[0]?.kind ?? 'sign-in') : 'sign-in';
    known = listed.total;
    for (const header of headers) {
      uses.push(...(await usesOf(operation.operationId, kind, anonymous.as(header), anonymous)));
    }
  }
  return uses;
}

/** The security scheme of the documents by which a use authenticates. */
const schemeOf = ({ api, client }: Use): string => {
  const { authorization = '' } = client.credentials;
  return `${api} ${authorization === '' ? 'session' : authorization.split(' ', 1)[0]?.toLowerCase()}`;
};

const namesOf = (uses: readonly Use[]): string[] => uses.map(({ what, api }) => `${what} at ${api}`);

const given = new Set<string>();
const schemes = new Set<string>();

describe.each(Object.keys(WORLDS) as Mode[])('in %s mode, of the credentials of a person', (mode) => {
  let world: World;
  let admin: ApiClient;
  let bystander: readonly Use[];
  beforeAll(async () => {
    world = await WORLDS[mode]();
    admin = (await world.person('an administrator of the platform')).session;
    // A registry has another administrator.
    const other = await world.person('an administrator of the registry');
    bystander = await allUsesOf(world, other, admin, given);
  });
  afterAll(() => world.close());

  const cells = Object.entries(TAKINGS)
    .filter(([, { modes }]) => modes.includes(mode))
    .flatMap(([name, taking]) =>
      RANKS.flatMap((rank) => [false, true].map((revokes) => ({ name, taking, rank, revokes }))),
    );

  it.each(cells.map((cell) => [cell.rank, cell.name, cell.revokes ? ' with tokens' : '', cell] as const))(
    'of %s, %s%s ends what it must, also after access is given back',
    async (_rank, _name, _with, { taking, rank, revokes }) => {
      const person = await world.person(rank);
      const uses = await allUsesOf(world, person, admin, given);
      for (const use of uses) schemes.add(schemeOf(use));
      const expectOnly = async (isRestored: boolean): Promise<void> => {
        const working: Use[] = [];
        for (const use of uses) if (await works(use)) working.push(use);
        const expected = uses.filter(({ kind }) => worksAfter(kind, taking, revokes, isRestored));
        expect(namesOf(working)).toEqual(namesOf(expected));
      };
      await taking.take(revokes, world, person, admin);
      await expectOnly(false);
      if (taking.isDeletion === true) return;
      await taking.restore?.(world, person, admin);
      await expectOnly(true);
      const again = await world.again(person, taking.endsPassword === true ? NEW_PASSWORD : undefined);
      for (const [what, client] of Object.entries(again.signIns)) {
        expect([what, (await usesOf(what, 'sign-in', client, world.t.actors.anonymous)).length > 0]).toEqual([
          what,
          true,
        ]);
      }
    },
  );

  it('other people lose none', async () => {
    const kinds = new Set(bystander.map(({ kind, api }) => `${kind} at ${api}`));
    const everywhere = ['registry at registry', 'service at v1', 'sign-in at registry', 'sign-in at v1'];
    expect([...kinds].sort()).toEqual([...(mode === 'oss' ? ['password at registry'] : []), ...everywhere]);
    for (const use of bystander)
      expect([use.what, use.api, await works(use)]).toEqual([use.what, use.api, true]);
  });
});

describe('the matrix of ended credentials', () => {
  it('has every way to authenticate of both documents, and what every operation gives', () => {
    const named = APIS.flatMap((api) => {
      const { components } = openApiDocument(api) as { components: { securitySchemes: object } };
      return Object.keys(components.securitySchemes).map((scheme) => `${api} ${scheme}`);
    });
    expect([...schemes].sort()).toEqual(named.sort());
    expect([...given].sort()).toEqual(GIVING_OPERATIONS.map(({ operationId }) => operationId).sort());
  });
});
