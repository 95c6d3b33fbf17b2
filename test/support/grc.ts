import { SnapshotRecorder } from '../../src/hub/analysis/recording/snapshot-recorder.js';
import { anAnalysis, useArchive, type ReportChange } from './analyses.js';
import type { ApiClient, ApiResponse } from './api-client.js';
import { aMcp } from './catalog.js';
import type { HubActors } from './hub-actors.js';
import type { TestApp } from './test-app.js';

/** An organization with a client of the GRC API. */
export interface GrcOrganization {
  readonly id: string;
  readonly slug: string;
  readonly grc: GrcClient;
}

/** Reads the GRC API with a token of one organization. */
export class GrcClient {
  constructor(readonly client: ApiClient) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.client.get(`/api/v1/grc/${path}`, { headers });
  }

  /** The data of a response. @throws when the response is not 200 */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  async data(path: string): Promise<any> {
    const { status, body, text } = await this.get(path);
    if (status !== 200) throw new Error(`${path} is ${status}: ${text}`);
    return body.data;
  }
}

/** A new organization on the Enterprise plan. */
export async function grcOrganization(actors: HubActors): Promise<GrcOrganization> {
  const { id, slug } = await actors.organization();
  return { id, slug, grc: new GrcClient(await actors.serviceToken(id, ['grc:read'])) };
}

/** Makes and analyzes MCPs of organizations: `const analyses = useAnalyses(t);` at the top of a file. */
export function useAnalyses(t: TestApp) {
  const archive = useArchive();
  const record = async (versionId: string, change: ReportChange = {}): Promise<string> => {
    const recorder = t.app.get(SnapshotRecorder, { strict: false });
    const recorded = await recorder.record({
      versionId,
      analysis: await anAnalysis(change),
      archive: archive(),
    });
    if (recorded === undefined) throw new Error('the version is gone');
    return recorded.snapshotId;
  };
  return {
    /** Records an analysis of a version; returns the id of its snapshot. */
    record,
    /** A new private MCP of an organization, with an analyzed version. */
    async mcp(org: { readonly id: string }, change: ReportChange = {}, name?: string) {
      const made = await aMcp(t, {
        org_id: org.id,
        visibility: 'private',
        ...(name !== undefined && { name }),
      });
      const version = await made.version();
      const snapshotId = await record(version.id, change);
      return { ...made, versionId: version.id, commitHash: version.commitHash, snapshotId };
    },
  };
}
