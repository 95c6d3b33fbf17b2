import { Injectable } from '@nestjs/common';
import { conflict } from '../../../common/errors/api-error.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { ScanLookup } from './scan-lookup.read-model.js';
import { scanReport, type ScannedReport } from './scan-report.js';
import type { ScanReport, ScanState } from './scans.dto.js';
import type { FoundScan } from './scans.repository.js';

/** The size of a report in bytes; those of real servers have less than one MiB. */
const MAX_REPORT = 64 * 1024 * 1024;

/** How far a scan is. */
type Progress =
  | { readonly status: 'pending' }
  | { readonly status: 'error'; readonly error: string }
  | { readonly status: 'resolved'; readonly snapshotId: string };

/** The states and results of scans. */
@Injectable()
export class ScanResults {
  constructor(
    private readonly lookup: ScanLookup,
    private readonly objects: HubObjects,
  ) {}

  async stateOf(scan: FoundScan): Promise<ScanState> {
    const progress = await this.progressOf(scan);
    return progress.status === 'resolved' ? { status: 'resolved', scan_id: scan.id } : progress;
  }

  /** @throws 409 unless the scan is resolved */
  async reportOf(scan: FoundScan): Promise<ScanReport> {
    const progress = await this.progressOf(scan);
    if (progress.status === 'pending') throw conflict('the scan is pending; try again later');
    if (progress.status === 'error') throw conflict(`the scan failed: ${progress.error}`);
    const key = await this.lookup.reportKey(progress.snapshotId);
    if (key === undefined) throw new Error(`the snapshot ${progress.snapshotId} does not exist`);
    const report = await this.objects.readBytes(key, MAX_REPORT);
    return scanReport(scan.id, JSON.parse(report.toString()) as ScannedReport);
  }

  private async progressOf({ status, error, snapshotId, versionId }: FoundScan): Promise<Progress> {
    if (snapshotId !== null) return { status: 'resolved', snapshotId };
    if (status === 'WAITING') return { status: 'pending' };
    if (status === 'FAILED') return { status: 'error', error: error ?? 'the source could not be fetched' };
    const version = versionId === null ? undefined : await this.lookup.progress(versionId);
    if (version === undefined) return { status: 'pending' };
    if (version.snapshotId !== null) return { status: 'resolved', snapshotId: version.snapshotId };
    if (version.hasFailed && !version.isQueued)
      return { status: 'error', error: version.failureReason ?? 'the analysis failed' };
    return { status: 'pending' };
  }
}
