import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { SnapshotRecorder } from '../../src/hub/analysis/recording/snapshot-recorder.js';
import { anAnalysis, useArchive } from './analyses.js';
import type { ApiClient } from './api-client.js';
import { aMcp } from './catalog.js';
import type { HubUserActor } from './hub-actors.js';
import { platformAdmin } from './platform-admin.js';
import { PypiIndex, type PypiFile } from './pypi-index.js';
import { CLEAN, EVIL, hexOf, PythonServers, uniqueName, wheel, type PythonServer } from './python-servers.js';
import { useHub, type Hub } from './suite.js';

/** A wheel that only one platform takes, with a server that runs commands of its client. */
export const evilWheel = (name: string): PypiFile => wheel(name, EVIL, 'cp312-cp312-manylinux_2_17_x86_64');

/** A hub and a package index, where analyzed versions of packages can get other files. */
export async function useReleasedVersions(): Promise<ReleasedVersions> {
  const index = await PypiIndex.start();
  const hub = await useHub(index.settings);
  const released = new ReleasedVersions(hub, index, useArchive());
  beforeAll(() => released.start());
  afterAll(() => index.close());
  return released;
}

/** Analyzed versions of Python packages, and what the gate of an organization says of them. */
export class ReleasedVersions {
  servers!: PythonServers;
  org!: { readonly id: string; readonly owner: HubUserActor };
  private token!: ApiClient;

  constructor(
    readonly hub: Hub,
    readonly index: PypiIndex,
    private readonly archive: ReturnType<typeof useArchive>,
  ) {}

  async start(): Promise<void> {
    const { t, actors } = this.hub;
    this.servers = new PythonServers(t, await platformAdmin(t, actors), this.index);
    this.org = await actors.organization();
    // Without a policy, whatever has a result is allowed.
    this.token = await actors.serviceToken(this.org.id, [`ci:org:${this.org.id}`]);
  }

  /** Adds a file to a version of a package in the index. */
  add(name: string, file: PypiFile, version = '1.0'): void {
    this.index.releases.get(`${name}==${version}`)?.push(file);
  }

  async gate(name: string, version: string): Promise<string> {
    const mcps = [{ name: `pypi:${name}`, version }];
    const json = { org_id: this.org.id, environment: 'production', mcps };
    const { body } = await this.token.post('/api/v1/ci/evaluate', json);
    return body.mcps[0].result as string;
  }

  /** An analyzed version 1.0 of a package whose newest is 2.0. */
  async anOlder(fields: Readonly<Record<string, unknown>> = {}): Promise<PythonServer> {
    const name = uniqueName();
    const files = [wheel(name, CLEAN)];
    this.index.releases.set(`${name}==1.0`, [...files]);
    const mcp = await aMcp(this.hub.t, { repo_url: `https://pypi.org/project/${name}`, ...fields });
    const source = JSON.stringify({ kind: 'pypi', name, version: '1.0' });
    const { id: versionId } = await mcp.version({ source });
    const older = { id: mcp.id, name, versionId };
    await this.record(older, files);
    await this.servers.release(older, '2.0');
    return older;
  }

  /** Records an analysis without findings of these files. */
  async record({ versionId }: PythonServer, files: readonly PypiFile[]): Promise<void> {
    const lines = files.map((file) => `${hexOf(file)}  ${file.filename}\n`).sort();
    const release = {
      sha256: createHash('sha256').update(lines.join('')).digest('hex'),
      whole: true,
      files: files.map((file) => ({ filename: file.filename, sha256: hexOf(file) })),
    };
    await this.hub.t.app.get(SnapshotRecorder, { strict: false }).record({
      versionId,
      analysis: await anAnalysis(),
      archive: { ...this.archive(), release },
    });
  }
}
