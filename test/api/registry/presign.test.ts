import { beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../../src/auth/rules/scopes.js';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { createOrganization, recordsOf } from '../../support/stored-artifacts.js';

const DIGEST = `sha256:${'5'.repeat(64)}`;
const path = (query: string, digest = DIGEST): string =>
  `${artifactPath('presign', digest, 'presign')}${query}`;

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  await createOrganization(admin, 'presign');
});

describe('POST /v1/org/{org}/artifacts/{digest}/presign', () => {
  it('answers 401 without credentials', async () => {
    expect((await t.actors.anonymous.post(path('?kind=bundle'))).status).toBe(401);
  });

  it('answers 403 without mcp:publish', async () => {
    const scopes = SCOPES.filter((scope) => scope !== 'mcp:publish');
    const other = await t.actors.apiToken({ scopes, resources: ['org/presign/'] });
    expect((await other.post(path('?kind=bundle'))).status).toBe(403);
  });

  it.each<[pattern: string, kind: string, status: number]>([
    ['org/other/', 'bundle', 403],
    ['org/presign/mcp/', 'bundle', 403],
    [`org/presign/artifact/${DIGEST}/manifest`, 'bundle', 403],
    [`org/presign/artifact/${DIGEST}/bundle`, 'manifest', 403],
    [`org/presign/artifact/${DIGEST}/bundle`, 'evidence', 403],
    [`org/presign/artifact/${DIGEST}/bundle`, 'bundle', 501],
    [`org/presign/artifact/${DIGEST}/manifest`, 'manifest', 501],
    [`org/presign/artifact/${DIGEST}/evidence`, 'evidence', 501],
    ['org/*/artifact/*/bundle', 'bundle', 501],
    ['org/presign/', 'evidence', 501],
  ])(
    'requires org/<org>/artifact/<digest>/<kind>: with %s, kind=%s is %i',
    async (pattern, kind, expected) => {
      const caller = await t.actors.bearer({ scopes: ['mcp:publish'], resources: [pattern] });
      expect((await caller.post(path(`?kind=${kind}`))).status).toBe(expected);
    },
  );

  it.each([
    ['kind is missing', '', 'kind'],
    ['kind is empty', '?kind=', 'kind'],
    ['kind is unknown', '?kind=sbom', 'kind'],
    ['kind is in upper case', '?kind=BUNDLE', 'kind'],
    ['kind is there twice', '?kind=bundle&kind=manifest', 'kind'],
    ['kind is a member of every object', '?kind=constructor', 'kind'],
    ['evidence_kind is sent with a bundle', '?kind=bundle&evidence_kind=sbom', 'evidence_kind'],
    ['evidence_kind is sent with a manifest', '?kind=manifest&evidence_kind=sbom', 'evidence_kind'],
    ['evidence_kind is empty', '?kind=evidence&evidence_kind=', 'evidence_kind'],
    ['evidence_kind is a path', '?kind=evidence&evidence_kind=a%2Fb', 'evidence_kind'],
    ['evidence_kind is there twice', '?kind=evidence&evidence_kind=a&evidence_kind=b', 'evidence_kind'],
  ])('answers 400 when %s', async (_what, query, field) => {
    const { status, body } = await admin.post(path(query));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'bad_request', details: { field } });
  });

  it('answers 400 for an invalid digest', async () => {
    const { status, body } = await admin.post(path('?kind=bundle', 'sha256:short'));
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({ field: 'digest' });
  });

  it.each(['?kind=bundle', '?kind=manifest', '?kind=evidence', '?kind=evidence&evidence_kind=sbom'])(
    'answers 501 to %s with file storage, with the alternative',
    async (query) => {
      for (const json of [undefined, {}]) {
        const { status, body } = await admin.post(path(query), json);
        expect(status).toBe(501);
        expect(body.error.code).toBe('not_implemented');
        expect(body.message).toMatch(/PUT/);
      }
      expect(await recordsOf(t, DIGEST)).toEqual([]);
    },
  );
});
