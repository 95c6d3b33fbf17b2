import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { PypiIndex } from '../../../support/pypi-index.js';
import {
  CLEAN,
  EVIL,
  hexOf,
  pathOf,
  PythonServers,
  sdist,
  uniqueName,
  wheel,
  type PythonServer,
} from '../../../support/python-servers.js';
import type { ApiClient } from '../../../support/api-client.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const index = await PypiIndex.start();
const { t, actors } = await useHub(index.settings);
afterAll(() => index.close());

let root: HubUserActor;
let servers: PythonServers;
let org: { readonly id: string; readonly owner: HubUserActor };
let token: ApiClient;
beforeAll(async () => {
  root = await platformAdmin(t, actors);
  servers = new PythonServers(t, root, index);
  org = await actors.organization();
  await org.owner.post(`/api/v1/orgs/${org.id}/policies`, {
    name: 'Certified servers only',
    action: 'DENY',
    target_type: 'CERT_LEVEL',
    target_value: 'min:1',
    priority: 1,
  });
  token = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
});

const findingsOf = async ({ id, versionId }: PythonServer): Promise<string[]> => {
  const { body } = await root.get(`/api/v1/mcps/${id}/versions/${versionId}/findings`);
  return (body.findings as { rule_id: string; location: { file_path: string }; severity: string }[])
    .filter(({ severity }) => severity === 'critical')
    .map(({ rule_id, location }) => `${rule_id} ${location.file_path}`);
};

const gate = async (name: string, version: string) => {
  const json = { org_id: org.id, environment: 'production', mcps: [{ name, version }] };
  const { body } = await token.post('/api/v1/ci/evaluate', json);
  const [result] = body.mcps as Record<string, unknown>[];
  return result ?? {};
};

describe('a version of a Python package is not certified', () => {
  it.each([
    [
      'whose wheel alone runs commands of the client',
      async (name: string) => [wheel(name, EVIL), await sdist(name, CLEAN)],
      (name: string) => pathOf(name),
    ],
    [
      'whose source distribution alone does',
      async (name: string) => [wheel(name, CLEAN), await sdist(name, EVIL)],
      (name: string) => `${name.replaceAll('-', '_')}-1.0.tar.gz/src/${pathOf(name)}`,
    ],
    [
      'whose wheel of one platform alone does',
      (name: string) => [wheel(name, CLEAN), wheel(name, EVIL, 'cp312-cp312-win_amd64')],
      (name: string) => `${name.replaceAll('-', '_')}-1.0-cp312-cp312-win_amd64.whl/${pathOf(name)}`,
    ],
    [
      'whose yanked wheel does',
      (name: string) => [wheel(name, CLEAN), { ...wheel(name, EVIL, 'py2.py3-none-any'), yanked: true }],
      (name: string) => pathOf(name),
    ],
  ])('%s', async (_what, files, path) => {
    const name = uniqueName();
    const mcp = await servers.create(name, await files(name));
    expect(await servers.detail(mcp)).toMatchObject({ status: 'NOT_CERTIFIED', certification_level: 0 });
    expect(await findingsOf(mcp)).toEqual([`MCP-A001 ${path(name)}`]);
    expect(await gate(`pypi:${name}`, '1.0')).toMatchObject({ result: 'DENIED' });
  });

  it('whose wheel cannot be fetched, or whose files are too many', async () => {
    const name = uniqueName();
    const gone = { ...wheel(name, CLEAN), isGone: true };
    const mcp = await servers.create(name, [gone, await sdist(name, CLEAN)]);
    expect(await servers.detail(mcp)).toMatchObject({
      status: 'NOT_CERTIFIED',
      python_release: { whole: false, files: [{ filename: expect.stringMatching(/\.tar\.gz$/) }] },
    });
    const [snapshot] = await t.rows<{ incomplete_reasons: string[] }>(
      'SELECT incomplete_reasons FROM snapshot WHERE version_id = $1',
      [mcp.versionId],
    );
    expect(snapshot?.incomplete_reasons).toEqual([expect.stringContaining(`${gone.filename}: `)]);
    expect(await gate(`sha256:${hexOf(gone)}`, 'latest')).toMatchObject({ result: 'DENIED' });
    const many = uniqueName();
    const wheels = Array.from({ length: 60 }, (_, at) => wheel(many, CLEAN, `cp3${at}-none-any`));
    const crowded = await servers.create(many, [wheel(many, CLEAN), ...wheels]);
    expect(await servers.detail(crowded)).toMatchObject({
      status: 'NOT_CERTIFIED',
      python_release: { whole: false },
    });
  });
});

describe('a version of a Python package', () => {
  it('is certified when all of its files are clean, and every digest of them is known to the gate', async () => {
    const name = uniqueName();
    const files = [wheel(name, CLEAN), await sdist(name, CLEAN)];
    const mcp = await servers.create(name, files);
    const version = await servers.detail(mcp);
    const { sha256 } = version['python_release'] as { sha256: string };
    expect(version).toMatchObject({
      status: expect.stringMatching(/^(?:CERTIFIED|PUBLISHED)$/),
      python_release: {
        whole: true,
        files: files.map((file) => ({ filename: file.filename, sha256: hexOf(file) })),
      },
    });
    for (const digest of [sha256, ...files.map(hexOf)])
      for (const reference of ['latest', `sha256:${digest}`])
        expect(await gate(`sha256:${digest}`, reference)).toMatchObject({
          result: 'ALLOWED',
          understood: { as: 'digest' },
        });
    expect(await gate(`pypi:${name}`, '1.0')).toMatchObject({ result: 'ALLOWED' });
  });

  it('is analyzed from what is stored while its files are the same, or the index is unavailable', async () => {
    const name = uniqueName();
    const mcp = await servers.create(name, [wheel(name, CLEAN)]);
    const before = await servers.detail(mcp);
    const fetched = index.downloads.length;
    await servers.analyzeAgain(mcp);
    index.isAway = true;
    await servers.analyzeAgain(mcp);
    index.isAway = false;
    expect(index.downloads).toHaveLength(fetched);
    expect(await servers.detail(mcp)).toMatchObject({
      tarball_sha256: before['tarball_sha256'],
      python_release: before['python_release'],
    });
  });

  it('is judged again when a file is added, and the new file is not known before', async () => {
    const name = uniqueName();
    const mcp = await servers.create(name, [wheel(name, CLEAN)]);
    const before = await servers.detail(mcp);
    const added = wheel(name, EVIL, 'cp312-cp312-win_amd64');
    index.releases.get(`${name}==1.0`)?.push(added);
    expect(await gate(`sha256:${hexOf(added)}`, 'latest')).toMatchObject({ result: 'DENIED' });
    await servers.analyzeAgain(mcp);
    const after = await servers.detail(mcp);
    expect(after).toMatchObject({ status: 'NOT_CERTIFIED', certification_level: 0 });
    expect(after['python_release']).not.toEqual(before['python_release']);
    expect(await gate(`sha256:${hexOf(added)}`, 'latest')).toMatchObject({
      result: 'DENIED',
      understood: { as: 'digest', version: { id: mcp.versionId } },
    });
  });

  it('that was analyzed before its wheels counted is fetched again', async () => {
    const name = uniqueName();
    const mcp = await servers.create(name, [wheel(name, CLEAN)]);
    await t.rows('UPDATE mcp_version SET release = NULL, release_digests = NULL WHERE id = $1', [
      mcp.versionId,
    ]);
    index.releases.get(`${name}==1.0`)?.push(await sdist(name, EVIL));
    await servers.analyzeAgain(mcp);
    expect(await servers.detail(mcp)).toMatchObject({
      status: 'NOT_CERTIFIED',
      python_release: { whole: true },
    });
  });
});
