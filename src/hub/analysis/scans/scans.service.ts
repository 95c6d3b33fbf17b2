import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { AuthenticatedCaller, Confirmed } from '../../../auth/hub/hub-principal.js';
import { forbidden, notFound, rateLimited } from '../../../common/errors/api-error.js';
import { hashCheckToken, newCheckToken } from './check-token.js';
import { organizationOfScans, ScanEntries } from './scan-entries.js';
import { ScanResults } from './scan-results.js';
import type { KnownResult } from './scan-lookup.read-model.js';
import { ScanTargets, type RequestedScan } from './scan-targets.js';
import { ScanVersionsJob } from './scan-versions-job.js';
import type { ScanReport, ScanState, StartedScan } from './scans.dto.js';
import { ScansRepository } from './scans.repository.js';

/** Scans of a caller that have no result yet. */
const MAX_PENDING = 10;
const RETRY_SECONDS = 60;

/** A token for reports alone does not start analyses. */
const mayScan = (caller: AuthenticatedCaller): boolean =>
  caller.kind === 'user' || caller.scopes.some((scope) => scope !== 'grc:read');

/**
 * Whether the known result of a scan is the answer at once. That of a Python package is, once its index has said that the
 * files are still the same (ADR 92).
 */
const isAnswered = (scan: RequestedScan): scan is RequestedScan & { readonly known: KnownResult } =>
  scan.known !== undefined && scan.target.kind !== 'pypi';

/** Scans for the security gates of agents (hub contract 29). */
@Injectable()
export class ScansService {
  constructor(
    private readonly changes: HubChanges,
    private readonly scans: ScansRepository,
    private readonly targets: ScanTargets,
    private readonly entries: ScanEntries,
    private readonly versions: ScanVersionsJob,
    private readonly results: ScanResults,
  ) {}

  /**
   * Starts a scan. Its token is the only way to its state, and of use to the same caller alone.
   * @throws 400 for a URL that cannot be scanned, 403, 429 with too many pending scans
   */
  async start(caller: AuthenticatedCaller, url: string): Promise<StartedScan> {
    if (!mayScan(caller)) throw forbidden();
    const requested = await this.targets.requested(caller, url);
    const token = newCheckToken();
    const organizations = [organizationOfScans(caller)?.id ?? null];
    await this.changes.run(caller, { organizations }, (confirmed) =>
      this.insert(confirmed, requested, hashCheckToken(token)),
    );
    if (!isAnswered(requested)) this.versions.wake();
    return { check_token: token };
  }

  /** @throws 404 also for the scan of another caller */
  async check(caller: AuthenticatedCaller, token: string): Promise<ScanState> {
    const scan = await this.scans.findByToken(caller, hashCheckToken(token));
    if (scan === undefined) throw notFound('scan');
    return this.results.stateOf(scan);
  }

  /** @throws 404 also for the scan of another caller, 409 unless it is resolved */
  async report(caller: AuthenticatedCaller, id: string): Promise<ScanReport> {
    const scan = await this.scans.find(caller, id);
    if (scan === undefined) throw notFound('scan');
    return this.results.reportOf(scan);
  }

  private async insert(caller: Confirmed, requested: RequestedScan, tokenHash: Buffer): Promise<void> {
    const { url, target, known } = requested;
    const scan = { id: randomUUID(), tokenHash, url, target };
    if (isAnswered(requested)) {
      await this.scans.insert(caller, { ...scan, ...requested.known, status: 'RESOLVED' });
      return;
    }
    if ((await this.scans.countPending(caller)) >= MAX_PENDING)
      throw rateLimited(`${MAX_PENDING} scans are pending`, RETRY_SECONDS);
    const mcpId = known?.mcpId ?? (await this.entries.findOrCreate(caller, target));
    const versionId = known?.versionId ?? null;
    await this.scans.insert(caller, { ...scan, mcpId, versionId, snapshotId: null, status: 'WAITING' });
  }
}
