import { createHash, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { AnalysisWorker } from '../../src/hub/analysis/runs/analysis-worker.js';
import { AnalysisQueue } from '../../src/hub/catalog/intake/analysis-queue.js';
import type { HubUserActor } from './hub-actors.js';
import { sdistOf, wheelOf, type PypiFile, type PypiIndex } from './pypi-index.js';
import type { TestApp } from './test-app.js';

const NEVER = new AbortController().signal;

const server = (body: string): string =>
  `import os\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("files")\n\n\n@mcp.tool()\ndef lookup(host: str) -> str:\n    """Looks a host up."""\n    ${body}\n    return "done"\n\n\ndef main():\n    mcp.run()\n`;

/** A server without findings. */
export const CLEAN = server('pass');
/** A server that runs commands of its client. */
export const EVIL = server('os.system("ping " + host)');

export const uniqueName = (): string => `files-${randomUUID().slice(0, 8)}`;
export const pathOf = (name: string): string => `${name.replaceAll('-', '_')}/server.py`;
export const wheel = (name: string, text: string, tag?: string): PypiFile =>
  wheelOf(name, { [pathOf(name)]: text }, tag);
export const sdist = (name: string, text: string): Promise<PypiFile> =>
  sdistOf(name, { [`src/${pathOf(name)}`]: text });
/** SHA-256 of a file in hex. */
export const hexOf = ({ bytes }: PypiFile): string => createHash('sha256').update(bytes).digest('hex');

/** A version of an MCP whose source is a Python package. */
export interface PythonServer {
  readonly id: string;
  /** Of the package. */
  readonly name: string;
  readonly versionId: string;
}

/** MCPs whose sources are packages of an index, which the worker analyzes. */
export class PythonServers {
  constructor(
    private readonly t: TestApp,
    private readonly root: HubUserActor,
    private readonly index: PypiIndex,
  ) {}

  /** An MCP of the version 1.0 of a package with these files, analyzed; the fields override those of the request. */
  async create(
    name: string,
    files: readonly PypiFile[],
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<PythonServer> {
    this.index.releases.set(`${name}==1.0`, [...files]);
    const json = {
      name: `${name}/files`,
      repo_url: `https://github.com/${name}/files`,
      visibility: 'public',
      source: { pypi: `${name}==1.0` },
      ...fields,
    };
    const { status, body } = await this.root.send('POST', '/api/v1/admin/mcps', { json });
    expect([status, body.message]).toEqual([201, undefined]);
    const [version] = await this.t.rows<{ id: string }>('SELECT id FROM mcp_version WHERE mcp_id = $1', [
      body.id,
    ]);
    const created = { id: body.id as string, name, versionId: version?.id ?? '' };
    await this.analyze(created);
    return created;
  }

  /** Makes another version of the package the source of its MCP; its analysis is queued. */
  async release({ id, name }: PythonServer, number: string): Promise<void> {
    const json = { source: { pypi: `${name}==${number}` } };
    const { status } = await this.root.send('PUT', `/api/v1/admin/mcps/${id}`, { json });
    expect(status).toBe(200);
  }

  /** Runs the queued job of a version; false if it has none. */
  async analyze({ versionId }: Pick<PythonServer, 'versionId'>): Promise<boolean> {
    const [job] = await this.t.rows<{ id: string }>(
      `SELECT id FROM analysis_job WHERE version_id = $1 AND status = 'QUEUED'`,
      [versionId],
    );
    if (job === undefined) return false;
    return this.t.app.get(AnalysisWorker, { strict: false }).perform(job.id, NEVER);
  }

  async analyzeAgain(version: PythonServer): Promise<void> {
    await this.t.app.get(AnalysisQueue, { strict: false }).request([version.versionId], 'reanalysis');
    await this.analyze(version);
  }

  /** The detail of a version. */
  async detail({ id, versionId }: PythonServer): Promise<Record<string, unknown>> {
    return (await this.root.get(`/api/v1/mcps/${id}/versions/${versionId}`)).body;
  }

  /** As if the files of a version had been asked for a while ago. */
  longAgo({ versionId }: PythonServer, hours = 25): Promise<unknown> {
    return this.t.rows(
      `UPDATE mcp_version SET release_checked_at = now() - make_interval(hours => $2) WHERE id = $1`,
      [versionId, hours],
    );
  }

  /** Adds analyzed versions 0.1 and so on of a package to an MCP, which were not asked for in a long while. */
  aged(mcpId: string, name: string, count: number, release = '{}'): Promise<unknown> {
    return this.t.rows(
      `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, source, status, created_at, updated_at,
                                release_checked_at, release, tarball_sha256)
       SELECT gen_random_uuid(), $1, $2 || '-' || n, encode(sha256(($2 || n)::bytea), 'hex'),
              jsonb_build_object('kind', 'pypi', 'name', $2::text, 'version', '0.' || n), 'NOT_CERTIFIED', now(), now(),
              now() - interval '100 hours', nullif($4::jsonb, '{}'), 'sha256:' || repeat('0', 64)
         FROM generate_series(1, $3::integer) n`,
      [mcpId, name, count, release],
    );
  }

  /** Makes the queued analysis of a version due. */
  due({ versionId }: PythonServer): Promise<unknown> {
    return this.t.rows(
      `UPDATE analysis_job SET run_after = now() WHERE version_id = $1 AND status = 'QUEUED'`,
      [versionId],
    );
  }
}
