import { Injectable } from '@nestjs/common';
import { PublicSource } from '../analysis/runs/sources/public-source.js';
import { commitOfPackage } from '../catalog/mcps/mcp-source.js';
import type { VersionSource } from '../catalog/mcps/version-source.js';
import { HubObjects } from '../platform/objects/hub-objects.js';
import { demoFolder } from './demo-folders.js';
import type { DemoServer } from './demo-servers.js';
import { packFolder } from './packed-folder.js';

const REGISTRY_MS = 10_000;

/** The source of a version, and what identifies it: the same wherever the source comes from. */
export interface DemoSource {
  readonly source: VersionSource;
  readonly commitHash: string;
}

/** Finds the source of a server of the demo: in npm's registry, or else in this installation. */
@Injectable()
export class DemoSources {
  constructor(
    private readonly registry: PublicSource,
    private readonly objects: HubObjects,
  ) {}

  /**
   * Stores what comes from a folder as an object of the MCP. Undefined if neither the registry nor this installation has
   * the server.
   */
  async find(server: DemoServer, mcpId: string, signal: AbortSignal): Promise<DemoSource | undefined> {
    const { npm: name, version } = server;
    if (name === undefined) return this.inFolder(server, mcpId);
    const source = { kind: 'npm', name, version } as const;
    const commitHash = commitOfPackage(source);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(REGISTRY_MS)]);
    if (await this.registry.hasPackage(name, version, deadline)) return { source, commitHash };
    const found = await this.inFolder(server, mcpId);
    return found && { ...found, commitHash };
  }

  /** In the transaction that makes a version analyze a source, instead of an earlier one. */
  async keep(source: VersionSource, replaced: VersionSource | null): Promise<void> {
    const key = keyOf(source);
    const earlier = keyOf(replaced);
    if (key !== undefined) await this.objects.reference([key]);
    if (earlier !== undefined && earlier !== key) await this.objects.release([earlier]);
  }

  private async inFolder(server: DemoServer, mcpId: string): Promise<DemoSource | undefined> {
    const folder = await demoFolder(server);
    if (folder === undefined) return undefined;
    const { bytes, sha256 } = await packFolder(folder);
    const { key } = await this.objects.put(mcpId, 'source', bytes);
    return { source: { kind: 'upload', key }, commitHash: sha256 };
  }
}

const keyOf = (source: VersionSource | null): string | undefined =>
  source?.kind === 'upload' ? source.key : undefined;
