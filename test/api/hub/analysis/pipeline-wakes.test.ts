import { beforeAll, describe, expect, it } from '@jest/globals';
import { AnalysisRecoveryJob } from '../../../../src/hub/analysis/runs/analysis-recovery-job.js';
import { AnalysisWorker } from '../../../../src/hub/analysis/runs/analysis-worker.js';
import { PublicationJob } from '../../../../src/hub/analysis/publication/publication-job.js';
import { packedServer, pushedVersion } from '../../../support/analyzed-packages.js';
import { aMcp } from '../../../support/catalog.js';
import { analysesOf } from '../../../support/child-processes.js';
import { anAnalyzedVersion, verdictOf } from '../../../support/publications.js';
import { eventually } from '../../../support/stored-artifacts.js';
import { useTestApp } from '../../../support/suite.js';

// No recurring job runs here: what happens is caused by messages.
const t = await useTestApp();
beforeAll(async () => {
  t.app.get(PublicationJob).listen();
  await t.app.get(AnalysisWorker).start();
});

const aPush = async () => pushedVersion(t, (await aMcp(t)).id, await packedServer());

const jobOf = async (id: string) =>
  (
    await t.rows<{ status: string; attempts: number; losses: number }>(
      'SELECT status, attempts, losses FROM analysis_job WHERE id = $1',
      [id],
    )
  )[0];
const hasSucceeded = async (id: string): Promise<boolean> => (await jobOf(id))?.status === 'SUCCEEDED';

describe('a version is published', () => {
  it('as soon as its verdict is recorded', async () => {
    const { versionId } = await anAnalyzedVersion(t);
    await eventually(async () => {
      const verdict = await verdictOf(t, versionId);
      return (verdict as { status: string }).status === 'PUBLISHED';
    });
  });
});

describe('a version is analyzed again', () => {
  it('as soon as the process that analyzed it was killed', async () => {
    const { jobId } = await aPush();
    let killed = 0;
    await eventually(() => {
      for (const pid of analysesOf(process.pid)) killed += Number(process.kill(pid, 'SIGKILL'));
      return Promise.resolve(killed > 0);
    });
    await eventually(() => hasSucceeded(jobId));
    expect(await jobOf(jobId)).toMatchObject({ attempts: 2 });
  });

  it('as soon as the recovery has found out that its worker is gone', async () => {
    const { jobId } = await aPush();
    await eventually(() => hasSucceeded(jobId));
    await t.rows(
      `UPDATE analysis_job SET status = 'RUNNING', worker = 'dead', heartbeat_at = now() - interval '31 seconds'
        WHERE id = $1`,
      [jobId],
    );
    await t.app.get(AnalysisRecoveryJob).run(new AbortController().signal);
    await eventually(() => hasSucceeded(jobId));
    expect(await jobOf(jobId)).toMatchObject({ attempts: 1, losses: 1 });
  });
});
