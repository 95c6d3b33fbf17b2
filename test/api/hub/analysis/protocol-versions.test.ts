import { beforeAll, describe, expect, it } from '@jest/globals';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import { anAnalysis, useArchive } from '../../../support/analyses.js';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const archive = useArchive();
let recorder: SnapshotRecorder;
beforeAll(() => {
  recorder = t.app.get(SnapshotRecorder, { strict: false });
});

/** The versions of the protocol in the latest snapshot of a version whose report says them. */
async function versionsShown(versions: readonly string[] | null | undefined): Promise<unknown> {
  const mcp = await aMcp(t);
  const version = await mcp.version();
  const analysis = await anAnalysis();
  const { report } = analysis;
  const { protocol_versions: _, ...plain } = report.mcp_surface;
  const surface = { ...plain, ...(versions !== undefined && { protocol_versions: versions }) };
  const changed = { ...analysis, report: { ...report, mcp_surface: surface } };
  await recorder.record({ versionId: version.id, analysis: changed, archive: archive() });
  const path = `/api/v1/mcps/${mcp.id}/versions/${version.id}/snapshot/latest`;
  return (await actors.anonymous.get(path)).body['mcp_surface'];
}

describe('the versions of the protocol in a snapshot', () => {
  it('are null if they are not known, or the analysis did not look', async () => {
    expect(await versionsShown(null)).toMatchObject({ protocol_versions: null });
    expect(await versionsShown(undefined)).toMatchObject({ protocol_versions: null });
  });

  it('are those of the report', async () => {
    const versions = ['2025-11-25', '2026-07-28'];
    expect(await versionsShown(versions)).toMatchObject({ protocol_versions: versions });
  });
});
