import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AccessGuard } from '../../../src/auth/rules/access.guards.js';
import { LocalUsersService } from '../../../src/auth/local-users/local-users.service.js';
import { SCOPES } from '../../../src/auth/rules/scopes.js';
import { MembershipsService } from '../../../src/registry/organizations/memberships.service.js';
import type { Actor } from '../../support/actors.js';
import { publishRequest } from '../../support/builders.js';
import { eventually } from '../../support/stored-artifacts.js';
import { useTestApp } from '../../support/suite.js';

// A caller who loses authority while their request waits for its body or for a lock changes nothing.

const t = await useTestApp();
afterEach(() => {
  jest.restoreAllMocks();
});

interface HeldRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
}

const json = (path: string, body: object): HeldRequest => ({
  method: 'POST',
  path,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
});

/** The status of a request whose body is sent after `meanwhile`, once the guards have accepted it. */
async function held(
  actor: Actor,
  { method, path, contentType, body }: HeldRequest,
  meanwhile: () => Promise<unknown>,
) {
  const guard = jest.spyOn(AccessGuard.prototype, 'canActivate');
  const req = request(t.url + path, {
    method,
    headers: { ...actor.credentials, 'content-type': contentType, 'content-length': body.length },
  });
  const status = new Promise<number>((resolve, reject) => {
    req.on('response', (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    req.on('error', reject);
  });
  req.write(body.subarray(0, 1));
  while (guard.mock.results.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await guard.mock.results[0]?.value;
  guard.mockRestore();
  await meanwhile();
  req.end(body.subarray(1));
  return status;
}

interface Scene {
  readonly org: string;
  readonly caller: Actor;
}

async function scene(): Promise<Scene> {
  const org = `org-${randomUUID().slice(0, 8)}`;
  await t.actors.member(org, 'admin', `${org}-keeper`);
  return { org, caller: await t.actors.member(org, 'admin', `${org}-caller`) };
}

const LOSSES: Readonly<
  Record<string, { readonly take: (scene: Scene) => Promise<unknown>; readonly status: number }>
> = {
  'is removed': {
    take: ({ org, caller }) => t.app.get(MembershipsService).remove(org, caller.username, 'operator'),
    status: 403,
  },
  'is disabled': {
    take: ({ caller }) => t.app.get(LocalUsersService).setDisabled(caller.username, true),
    status: 401,
  },
};

describe.each(Object.keys(LOSSES))(
  'a caller who %s while the body of their request is in transit',
  (loss) => {
    const { take, status } = LOSSES[loss] ?? { take: () => Promise.reject(new Error(loss)), status: 0 };

    it('cannot publish', async () => {
      const found = await scene();
      const body = publishRequest(`${found.org}/files`, '1.0.0');
      const path = `/v1/org/${found.org}/mcps/files/publish`;
      expect(await held(found.caller, json(path, body), () => take(found))).toBe(status);
      expect((await (await t.actors.admin()).get(`/v1/org/${found.org}/mcps/files`)).status).toBe(404);
    });

    it('cannot change the status of a version', async () => {
      const found = await scene();
      const keeper = await t.actors.login(`${found.org}-keeper`);
      const mcp = `/v1/org/${found.org}/mcps/files`;
      expect(
        (await keeper.post(`${mcp}/publish`, publishRequest(`${found.org}/files`, '1.0.0'))).status,
      ).toBe(200);
      const { body } = await keeper.get(`${mcp}/versions`);
      const path = `${mcp}/versions/${String(body.versions[0].version)}/status`;
      expect(await held(found.caller, json(path, { status: 'revoked' }), () => take(found))).toBe(status);
      expect((await keeper.get(`${mcp}/versions`)).body.versions[0].status).toBe('ingested');
    });

    it('cannot add a member', async () => {
      const found = await scene();
      const puppet = await t.actors.user(`puppet-${randomUUID().slice(0, 8)}`);
      const path = `/v1/org/${found.org}/members`;
      const body = { username: puppet.username, role: 'admin' };
      expect(await held(found.caller, json(path, body), () => take(found))).toBe(status);
      const { members } = (await (await t.actors.admin()).get(path)).body as {
        members: { username: string }[];
      };
      expect(members.map(({ username }) => username)).not.toContain(puppet.username);
    });

    it('gets no presigned upload', async () => {
      const found = await scene();
      const digest = `sha256:${createHash('sha256').update(found.org).digest('hex')}`;
      const path = `/v1/org/${found.org}/artifacts/${digest}/presign?kind=bundle`;
      expect(await held(found.caller, json(path, {}), () => take(found))).toBe(status);
      expect(await t.rows('SELECT 1 FROM registry_presigned_upload WHERE digest = $1', [digest])).toEqual([]);
    });

    it('cannot upload', async () => {
      const found = await scene();
      const bytes = Buffer.from(`a bundle of ${found.org}`);
      const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
      const path = `/v1/org/${found.org}/artifacts/${digest}/bundle`;
      const upload = { method: 'PUT', path, contentType: 'application/octet-stream', body: bytes } as const;
      expect(await held(found.caller, upload, () => take(found))).toBe(status);
      expect(await t.rows('SELECT id FROM registry_artifact WHERE digest = $1', [digest])).toEqual([]);
    });
  },
);

describe('a caller who is disabled while the body of their request is in transit', () => {
  const disable = ({ username }: Actor) => t.app.get(LocalUsersService).setDisabled(username, true);

  it('gets 401 for a request that is wrong, too', async () => {
    const first = await scene();
    const member = json(`/v1/org/${first.org}/members`, { username: 7 });
    expect(await held(first.caller, member, () => disable(first.caller))).toBe(401);

    const second = await scene();
    const mcp = `/v1/org/${second.org}/mcps/files`;
    const keeper = await t.actors.login(`${second.org}-keeper`);
    await keeper.post(`${mcp}/publish`, publishRequest(`${second.org}/files`, '1.0.0'));
    // 409 for the missing bundle.
    const change = json(`${mcp}/versions/1.0.0/status`, { status: 'published' });
    expect(await held(second.caller, change, () => disable(second.caller))).toBe(401);
  });

  it('cannot delete a token', async () => {
    const { caller } = await scene();
    const token = { description: 'kept', scopes: ['mcp:resolve'], resources: ['catalog'] };
    const id = String((await caller.post('/v1/tokens', token)).body.token_id);
    const remove = { ...json(`/v1/tokens/${id}`, {}), method: 'DELETE' } as const;
    expect(await held(caller, remove, () => disable(caller))).toBe(401);
    expect(await t.rows('SELECT id FROM registry_api_token WHERE token_id = $1', [id])).toHaveLength(1);
  });
});

describe('a caller whose JWT expires while the body of their request is in transit', () => {
  it('gets 401', async () => {
    const { org, caller } = await scene();
    const exp = Math.floor(Date.now() / 1000) + 2;
    const claims = { sub: caller.username, scopes: SCOPES, resources: [`org/${org}/`], exp };
    const late = Object.assign(await t.actors.bearer(claims), { username: caller.username });
    const publish = json(`/v1/org/${org}/mcps/files/publish`, publishRequest(`${org}/files`, '1.0.0'));
    const expired = () => eventually(() => Promise.resolve(Date.now() >= exp * 1000));
    expect(await held(late, publish, expired)).toBe(401);
  });
});

describe('a caller who creates a token', () => {
  const request = { description: 'late', scopes: ['mcp:resolve'], resources: ['catalog'] };

  it('creates none when disabled meanwhile', async () => {
    const found = await scene();
    const { take, status } = LOSSES['is disabled'] ?? { take: () => Promise.reject(new Error()), status: 0 };
    expect(await held(found.caller, json('/v1/tokens', request), () => take(found))).toBe(status);
    expect(
      await t.rows('SELECT id FROM registry_api_token WHERE owner = $1', [found.caller.username]),
    ).toEqual([]);
  });

  it('creates none with a token that is deleted meanwhile', async () => {
    const { caller } = await scene();
    const created = await caller.post('/v1/tokens', { ...request, scopes: ['mcp:resolve', 'token:create'] });
    const { token_id: id, secret } = created.body as { token_id: string; secret: string };
    const token = Object.assign(t.actors.anonymous.as(`Token ${id}:${secret}`), {
      username: caller.username,
    });
    expect(await held(token, json('/v1/tokens', request), () => caller.delete(`/v1/tokens/${id}`))).toBe(401);
    expect(await t.rows('SELECT id FROM registry_api_token WHERE owner = $1', [caller.username])).toEqual([]);
  });
});
