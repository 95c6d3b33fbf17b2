import { rm } from 'node:fs/promises';
import { temporaryFolder } from '@mcp-hub/analyzer/temporary';
import { Inject, Injectable } from '@nestjs/common';
import { asError } from '../../common/errors/as-error.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { NIL_UUID } from '../../common/values/uuid.js';
import { Background } from '../../jobs/background.decorator.js';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { AdvisoryLock } from '../../storage/database/advisory-lock.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { McpBundleMaker } from './mcp-bundle-maker.js';
import { McpBundlesRepository, type UnbundledVersion } from './mcp-bundles.repository.js';
import { UnusableBundle } from './unusable-bundle.js';

/** Versions that are read at once, and those of one run: the disk and others on the machine have a rest. */
const BATCH = 20;
const MAX_VERSIONS = 100;
const MAX_REASON = 500;
/** Who has recorded the artifact. */
const MAKER = 'registry';

/** Makes the MCP bundles of certified versions, one after the other, on one server per database at a time (ADR 125). */
@Background('api')
@Injectable()
export class McpBundleJob implements RecurringJob {
  readonly name = 'mcp-bundles';
  readonly everyMs = 60_000;
  /** Where the next run goes on: versions that fail each time, however many, keep no others waiting. */
  private after = NIL_UUID;

  constructor(
    private readonly versions: McpBundlesRepository,
    private readonly maker: McpBundleMaker,
    private readonly artifacts: ArtifactsRepository,
    private readonly uow: UnitOfWork,
    private readonly lock: AdvisoryLock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.lock.run('mcp-bundles', () => this.makeAll(signal));
  }

  /** A version that fails for another reason than its content is tried again in the next run, and holds up no other one. */
  private async makeAll(signal: AbortSignal): Promise<void> {
    let failure: Error | undefined;
    for (let made = 0; made < MAX_VERSIONS;) {
      const versions = await this.versions.next(this.after, BATCH);
      for (const version of versions) {
        signal.throwIfAborted();
        try {
          await this.make(version, signal);
        } catch (error) {
          failure ??= asError(error);
        }
        made += 1;
      }
      const last = versions.at(-1);
      this.after = last?.id ?? NIL_UUID;
      if (last === undefined) break;
    }
    if (failure !== undefined) throw failure;
  }

  private async make(version: UnbundledVersion, signal: AbortSignal): Promise<void> {
    const folder = await temporaryFolder('mcp-bundle');
    try {
      const { digest, sizeBytes } = await this.maker.make(version, folder, signal);
      await this.uow.run(async () => {
        const artifact = { kind: 'mcpb', digest, evidenceKind: '' } as const;
        await this.artifacts.record(version.orgId, artifact, sizeBytes, MAKER);
        await this.versions.found(version.id, digest, sizeBytes);
      });
    } catch (error) {
      if (!(error instanceof UnusableBundle)) throw error;
      await this.versions.failed(version.id, error.message.slice(0, MAX_REASON));
      const { org, name, version: number } = version;
      this.logger.info({ org, name, version: number, reason: error.message }, 'a version has no MCP bundle');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
