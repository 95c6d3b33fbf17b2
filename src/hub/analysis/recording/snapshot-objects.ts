import { canonicalJson } from '@mcp-hub/analyzer/runner';
import { Injectable } from '@nestjs/common';
import { isSha256Digest, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import type { HubObjectKind } from '../../../storage/artifacts/artifact-store.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import type { AnalysisResult } from './analysis-result.js';

/** The keys of the objects of a snapshot. */
export interface ObjectKeys {
  readonly tarballKey: string;
  readonly findingsKey: string;
  readonly reportKey: string;
  readonly sarifKey: string;
  readonly sbomKey: string;
}

/** Stores the objects of a snapshot. */
@Injectable()
export class SnapshotObjects {
  constructor(private readonly objects: HubObjects) {}

  /** Stores the source and the documents of an analysis. Equal documents of an MCP are one object. */
  async put(mcpId: string, { analysis, archive }: AnalysisResult): Promise<ObjectKeys> {
    const { report, sbom } = analysis;
    // Loaded for the first analysis: all rules take 60 MB, and processes that only serve requests need none.
    const { ALL_RULES, toSarif } = await import('@mcp-hub/analyzer');
    const source = await this.objects.put(mcpId, 'source', archive.path, {
      digest: digestOf(archive.sha256),
    });
    const put = async (kind: HubObjectKind, document: unknown): Promise<string> =>
      (await this.objects.put(mcpId, kind, Buffer.from(canonicalJson(document)))).key;
    return {
      tarballKey: source.key,
      findingsKey: await put('findings', report.findings),
      reportKey: await put('report', report),
      sarifKey: await put('sarif', toSarif(report, ALL_RULES)),
      sbomKey: await put('sbom', sbom),
    };
  }

  /** Records in the running transaction that a snapshot names these objects. */
  reference(keys: ObjectKeys): Promise<void> {
    return this.objects.reference([
      keys.tarballKey,
      keys.findingsKey,
      keys.reportKey,
      keys.sarifKey,
      keys.sbomKey,
    ]);
  }

  /** Gives up an uploaded source in the running transaction: the snapshot has a copy among the objects of the MCP. */
  async releaseUpload(source: VersionSource | null): Promise<void> {
    if (source?.kind === 'upload') await this.objects.release([source.key]);
  }
}

/** @throws when the text is not a SHA-256 */
export function digestOf(sha256: string): Sha256Digest {
  const digest = sha256.startsWith('sha256:') ? sha256 : `sha256:${sha256}`;
  if (!isSha256Digest(digest)) throw new Error(`${JSON.stringify(sha256)} is not a SHA-256`);
  return digest;
}
