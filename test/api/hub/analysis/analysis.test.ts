import { getPriority } from 'node:os';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CrashedAnalysis } from '../../../../src/hub/analysis/runs/analysis-failures.js';
import { AnalysisRecoveryJob } from '../../../../src/hub/analysis/runs/analysis-recovery-job.js';
import { AnalysisWorker } from '../../../../src/hub/analysis/runs/analysis-worker.js';
import { IsolatedAnalysis } from '../../../../src/hub/analysis/runs/isolated-analysis.js';
import { ReanalysisJob } from '../../../../src/hub/analysis/runs/reanalysis-job.js';
import { AnalysisQueue } from '../../../../src/hub/catalog/intake/analysis-queue.js';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import { anAnalysis } from '../../../support/analyses.js';
import { packedServer, pushedVersion } from '../../../support/analyzed-packages.js';
import { aMcp } from '../../../support/catalog.js';
import { analysesOf } from '../../../support/child-processes.js';
import { useTestApp } from '../../../support/suite.js';

const t = await useTestApp();
let worker: AnalysisWorker;
let analyzer: IsolatedAnalysis;
let recovery: AnalysisRecoveryJob;
beforeAll(() => {
  const get = <T>(type: abstract new (...args: never[]) => T): T => t.app.get<T>(type, { strict: false });
  [worker, analyzer, recovery] = [get(AnalysisWorker), get(IsolatedAnalysis), get(AnalysisRecoveryJob)];
});

const NEVER = new AbortController().signal;
const perform = (jobId: string): Promise<boolean> => worker.perform(jobId, NEVER);

interface JobRow {
  readonly status: string;
  readonly attempts: number;
  readonly phase: string | null;
  readonly worker: string | null;
  readonly failure_reason: string | null;
  readonly is_due: boolean;
}
const jobOf = async (id: string): Promise<JobRow | undefined> =>
  (
    await t.rows<JobRow>(
      `SELECT status, attempts, phase, worker, failure_reason, run_after <= now() AS is_due
         FROM analysis_job WHERE id = $1`,
      [id],
    )
  )[0];
const versionOf = async (id: string) =>
  (
    await t.rows<Record<string, unknown>>(
      'SELECT status, failure_reason, certification_level, global_score FROM mcp_version WHERE id = $1',
      [id],
    )
  )[0];
const snapshotsOf = (versionId: string) =>
  t.rows<Record<string, unknown>>('SELECT * FROM snapshot WHERE version_id = $1', [versionId]);
const failuresOf = (versionId: string) =>
  t.rows<Record<string, unknown>>(
    `SELECT actor_type, details FROM audit_event WHERE action = 'version.failed' AND resource_id = $1`,
    [versionId],
  );
const due = (id: string) => t.rows('UPDATE analysis_job SET run_after = now() WHERE id = $1', [id]);

const aPush = async (bytes?: Uint8Array) => {
  const mcp = await aMcp(t);
  return { mcp, ...(await pushedVersion(t, mcp.id, bytes ?? (await packedServer()))) };
};

describe('an analysis without results', () => {
  it('fails the version when its archive is refused, with the reason, and is not repeated', async () => {
    const { mcp, versionId, jobId } = await aPush(Buffer.from('this is no archive'));
    await perform(jobId);
    expect(await jobOf(jobId)).toMatchObject({ status: 'FAILED', attempts: 1, phase: null });
    const version = await versionOf(versionId);
    expect(version).toMatchObject({ status: 'FAILED', certification_level: null });
    expect(version?.['failure_reason']).toMatch(/^the archive is refused: /);
    expect(await failuresOf(versionId)).toMatchObject([
      { actor_type: 'system', details: { mcp_name: mcp.name, reason: version?.['failure_reason'] } },
    ]);
    expect(await perform(jobId)).toBe(false);
  });

  it('fails the version when its source is gone or was never known', async () => {
    const { versionId, jobId, key } = await aPush();
    await t.rows(`UPDATE mcp_version SET source = $2 WHERE id = $1`, [
      versionId,
      JSON.stringify({ kind: 'upload', key: key.replace(/[0-9a-f]{64}$/, 'a'.repeat(64)) }),
    ]);
    await perform(jobId);
    expect((await versionOf(versionId))?.['failure_reason']).toMatch(/source of this version is gone/);
    const other = await aPush(await packedServer({ isVulnerable: true }));
    await t.rows('UPDATE mcp_version SET source = NULL WHERE id = $1', [other.versionId]);
    await perform(other.jobId);
    expect((await versionOf(other.versionId))?.['failure_reason']).toMatch(/does not know the source/);
  });

  it('keeps the status and snapshot of a version that was analyzed before', async () => {
    const { versionId, jobId } = await aPush();
    await perform(jobId);
    const before = await versionOf(versionId);
    const [again = ''] = await t.app.get(AnalysisQueue, { strict: false }).request([versionId], 'reanalysis');
    jest.spyOn(analyzer, 'run').mockRejectedValueOnce(new CrashedAnalysis('killed'));
    await t.rows('UPDATE analysis_job SET attempts = 2 WHERE id = $1', [again]);
    await perform(again);
    expect(await jobOf(again)).toMatchObject({
      status: 'FAILED',
      failure_reason: 'the analysis crashed 3 times',
    });
    expect(await versionOf(versionId)).toEqual(before);
    expect(await snapshotsOf(versionId)).toHaveLength(1);
  });

  it('starts again after a crash, three times at most', async () => {
    const { versionId, jobId } = await aPush();
    const crash = jest.spyOn(analyzer, 'run').mockRejectedValue(new CrashedAnalysis('killed'));
    for (const attempts of [1, 2]) {
      await perform(jobId);
      expect(await jobOf(jobId)).toMatchObject({ status: 'QUEUED', attempts, worker: null, is_due: true });
      expect(await versionOf(versionId)).toMatchObject({ status: 'INGESTED' });
    }
    await perform(jobId);
    crash.mockRestore();
    expect(await jobOf(jobId)).toMatchObject({ status: 'FAILED', attempts: 3 });
    expect(await versionOf(versionId)).toMatchObject({
      status: 'FAILED',
      failure_reason: 'the analysis crashed 3 times',
    });
  });

  it('waits before it starts again when results cannot be stored, and then records them once', async () => {
    const { versionId, jobId } = await aPush();
    const recorder = t.app.get(SnapshotRecorder, { strict: false });
    jest.spyOn(recorder, 'record').mockRejectedValueOnce(new Error('the store is full'));
    await perform(jobId);
    expect(await jobOf(jobId)).toMatchObject({ status: 'QUEUED', attempts: 1, is_due: false });
    expect(await perform(jobId)).toBe(false);
    await due(jobId);
    await perform(jobId);
    expect(await jobOf(jobId)).toMatchObject({ status: 'SUCCEEDED', attempts: 2 });
    expect(await snapshotsOf(versionId)).toHaveLength(1);
  });

  it('is queued again without counting when the server stops', async () => {
    const { versionId, jobId } = await aPush();
    const stop = new AbortController();
    jest.spyOn(analyzer, 'run').mockImplementationOnce(() => {
      stop.abort();
      return new Promise(() => undefined);
    });
    await worker.perform(jobId, stop.signal);
    expect(await jobOf(jobId)).toMatchObject({ status: 'QUEUED', attempts: 0, is_due: true });
    expect(await versionOf(versionId)).toMatchObject({ status: 'INGESTED' });
  });

  it('records nothing once another worker has taken over', async () => {
    const { versionId, jobId } = await aPush();
    jest.spyOn(analyzer, 'run').mockImplementationOnce(async () => {
      await t.rows(`UPDATE analysis_job SET worker = 'another' WHERE id = $1`, [jobId]);
      return anAnalysis();
    });
    await perform(jobId);
    expect(await snapshotsOf(versionId)).toEqual([]);
    expect(await jobOf(jobId)).toMatchObject({ status: 'RUNNING', worker: 'another' });
  });

  it('does nothing for an MCP that is deleted meanwhile', async () => {
    const { mcp, jobId } = await aPush();
    jest.spyOn(analyzer, 'run').mockImplementationOnce(async () => {
      await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
      return anAnalysis();
    });
    expect(await perform(jobId)).toBe(true);
    expect(await jobOf(jobId)).toBeUndefined();
  });
});

describe('an analysis', () => {
  it('records the results of a package, and shows its phases', async () => {
    const { versionId, jobId } = await aPush(await packedServer({ isVulnerable: true }));
    const phases: string[] = [];
    await worker.perform(jobId, NEVER, (phase) => phases.push(phase));
    expect(phases).toEqual([
      ...['fetching', 'reading', 'manifests', 'parsing', 'flows', 'rules', 'scores', 'recording'],
    ]);
    expect(await jobOf(jobId)).toMatchObject({ status: 'SUCCEEDED', attempts: 1, phase: null });
    const version = await versionOf(versionId);
    expect(version).toMatchObject({ status: 'NOT_CERTIFIED', certification_level: 0, failure_reason: null });
    expect(await snapshotsOf(versionId)).toMatchObject([{ complete: true, critical_findings: 1 }]);
  });

  it('leaves the processor to requests on the same machine', async () => {
    const { jobId } = await aPush();
    const priorities: number[] = [];
    await worker.perform(jobId, NEVER, (phase) => {
      if (phase === 'reading') priorities.push(...analysesOf(process.pid).map((pid) => getPriority(pid)));
    });
    expect(priorities).toEqual([Math.max(10, getPriority())]);
  });

  it('is attempted once, however many workers get its id at once', async () => {
    const { versionId, jobId } = await aPush();
    const attempts = await Promise.all([1, 2, 3].map(() => perform(jobId)));
    expect(attempts.filter((done) => done)).toHaveLength(1);
    expect(await jobOf(jobId)).toMatchObject({ status: 'SUCCEEDED', attempts: 1 });
    expect(await snapshotsOf(versionId)).toHaveLength(1);
  });

  it('reads a version that was analyzed before as it was stored then', async () => {
    const { versionId, jobId } = await aPush();
    await perform(jobId);
    await t.rows(
      `UPDATE mcp_version SET source = '{"kind": "npm", "name": "gone", "version": "1.0.0"}' WHERE id = $1`,
      [versionId],
    );
    const [again = ''] = await t.app.get(AnalysisQueue, { strict: false }).request([versionId], 'retry');
    await perform(again);
    expect(await jobOf(again)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await snapshotsOf(versionId)).toHaveLength(2);
  });
});

describe('the recovery of analyses', () => {
  const silentFor = (jobId: string, seconds: number, attempts = 1) =>
    t.rows(
      `UPDATE analysis_job SET status = 'RUNNING', worker = 'dead', attempts = $3,
              heartbeat_at = now() - make_interval(secs => $2) WHERE id = $1`,
      [jobId, seconds, attempts],
    );

  it('leaves an attempt alone that has been silent for less than 30 seconds', async () => {
    const { jobId } = await aPush();
    await silentFor(jobId, 25);
    await recovery.run(NEVER);
    expect(await jobOf(jobId)).toMatchObject({ status: 'RUNNING', worker: 'dead' });
  });

  it('queues one again that has been silent for longer, behind the others, and does not count it', async () => {
    const [{ jobId }, other] = [await aPush(), await aPush()];
    await silentFor(jobId, 31);
    await recovery.run(NEVER);
    expect(await jobOf(jobId)).toMatchObject({ status: 'QUEUED', attempts: 0, worker: null, is_due: true });
    const order = await t.rows<{ id: string }>(
      'SELECT id FROM analysis_job WHERE id = ANY($1) ORDER BY run_after',
      [[jobId, other.jobId]],
    );
    expect(order.map(({ id }) => id)).toEqual([other.jobId, jobId]);
  });

  it('never fails a job for lost processes; it comes later each time, within five minutes', async () => {
    const { versionId, jobId } = await aPush();
    const delays: number[] = [];
    for (let losses = 0; losses < 12; losses += 1) {
      await silentFor(jobId, 31);
      await recovery.run(NEVER);
      const [row] = await t.rows<{ status: string; attempts: number; delay: number }>(
        `SELECT status, attempts, round(extract(epoch FROM run_after - now()))::int AS delay
           FROM analysis_job WHERE id = $1`,
        [jobId],
      );
      expect(row).toMatchObject({ status: 'QUEUED', attempts: 0 });
      delays.push(row?.delay ?? 0);
    }
    expect(delays.map((delay) => Math.max(0, 5 * Math.round(delay / 5)))).toEqual([
      ...[0, 5, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300],
    ]);
    await due(jobId);
    await perform(jobId);
    expect(await jobOf(jobId)).toMatchObject({ status: 'SUCCEEDED', attempts: 1 });
    expect(await snapshotsOf(versionId)).toHaveLength(1);
  });

  it('sends the ids of jobs again whose messages were lost, what is waited for first', async () => {
    const [first, second] = [await aPush(), await aPush()];
    await t.rows(
      `UPDATE analysis_job SET run_after = now() - interval '1 minute',
              reason = CASE id WHEN $1 THEN 'reanalysis' ELSE 'ingest' END WHERE id = ANY($2)`,
      [first.jobId, [first.jobId, second.jobId]],
    );
    const wake = jest.spyOn(t.app.get(AnalysisQueue, { strict: false }), 'wake');
    await recovery.run(NEVER);
    const sent = wake.mock.calls.flatMap(([ids]) => ids);
    expect(sent.filter((id) => id === first.jobId || id === second.jobId)).toEqual([
      second.jobId,
      first.jobId,
    ]);
  });
});

describe('the daily analysis', () => {
  it('queues the newest analyzed version of each MCP whose last analysis is old, and no other', async () => {
    const reanalysis = t.app.get(ReanalysisJob, { strict: false });
    const old = await aMcp(t);
    await (await old.version()).snapshot();
    const newest = await old.version();
    await newest.snapshot();
    const failed = await (await aMcp(t)).version({ status: 'FAILED' });
    const recent = await (await aMcp(t)).version();
    await recent.snapshot();
    const [job = ''] = await t.app.get(AnalysisQueue, { strict: false }).request([recent.id], 'ingest');
    await t.rows(`UPDATE analysis_job SET status = 'SUCCEEDED', finished_at = now() WHERE id = $1`, [job]);

    await reanalysis.run(NEVER);
    await reanalysis.run(NEVER);
    const jobs = await t.rows<{ version_id: string }>(
      `SELECT version_id FROM analysis_job WHERE reason = 'reanalysis' AND version_id = ANY($1)`,
      [[newest.id, failed.id, recent.id]],
    );
    expect(jobs).toEqual([{ version_id: newest.id }]);
  });

  it('deletes jobs that ended more than 30 days ago', async () => {
    const { jobId } = await aPush();
    await t.rows(
      `UPDATE analysis_job SET status = 'FAILED', created_at = now() - interval '32 days',
              finished_at = now() - interval '31 days' WHERE id = $1`,
      [jobId],
    );
    await t.app.get(ReanalysisJob, { strict: false }).run(NEVER);
    expect(await jobOf(jobId)).toBeUndefined();
  });
});
