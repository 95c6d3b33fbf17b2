import { describe, expect, it, jest } from '@jest/globals';
import { PdfRenderer } from '../../../src/reports/rendering/pdf-renderer.js';
import { ReportRecords } from '../../../src/reports/report-records.js';
import { anAnalyzedMcp, makeReport, reportsOf } from '../../support/made-reports.js';
import { useOutbound } from '../../support/outbound-webhooks.js';

const outbound = await useOutbound();
const { t, actors } = outbound.hub;

type Org = Awaited<ReturnType<typeof actors.organization>>;
const request = async (org: Org, body: object): Promise<string> =>
  (await org.owner.post(reportsOf(org.id), { format: 'PDF', ...body })).body.id as string;
describe('The event report.completed', () => {
  it('is not sent for reports that failed, of others, or whose end was rolled back', async () => {
    const [org, other] = [await actors.organization(), await actors.organization()];
    const hook = await outbound.webhook({ events: ['report.completed'] }, org);
    const [failing, lost] = [
      await request(org, { scope: 'ORGANIZATION' }),
      await request(org, { scope: 'ORGANIZATION' }),
    ];
    await t.rows('UPDATE report SET attempts = 2 WHERE id = $1', [failing]);
    const renderer = t.app.get(PdfRenderer, { strict: false });
    const broken = jest.spyOn(renderer, 'print').mockRejectedValue(new Error('broken'));
    await makeReport(t, failing);
    broken.mockRestore();
    const records = t.app.get(ReportRecords, { strict: false });
    const complete = records.complete.bind(records);
    const overtaken = jest.spyOn(records, 'complete').mockImplementationOnce(async (attempt, keys) => {
      await t.rows('UPDATE report SET worker = NULL WHERE id = $1', [lost]);
      await complete(attempt, keys);
    });
    await makeReport(t, lost);
    overtaken.mockRestore();
    await makeReport(t, await request(other, { scope: 'ORGANIZATION' }));
    await outbound.deliver();
    expect(outbound.received(hook)).toEqual([]);
  });

  it('names the report and where its PDF is', async () => {
    const org = await actors.organization();
    const { snapshot } = await anAnalyzedMcp(t, { org_id: org.id, visibility: 'private' });
    const hook = await outbound.webhook({ events: ['report.completed'] }, org);
    const id = await request(org, { snapshot_id: snapshot.id, paper: 'LETTER' });
    await makeReport(t, id);
    await outbound.deliver();
    const [event, ...more] = outbound.received(hook);
    expect(more).toEqual([]);
    expect(event?.body).toMatchObject({ type: 'report.completed', org_id: org.id });
    const { url, ...data } = event?.body.data ?? {};
    expect(data).toEqual({
      report_id: id,
      scope: 'SNAPSHOT',
      snapshot_id: snapshot.id,
      format: 'PDF',
      paper: 'LETTER',
      schedule_id: null,
    });
    const { pathname } = new URL(url as string);
    expect(pathname).toBe(`${reportsOf(org.id)}/${id}.pdf`);
    expect((await org.owner.get(pathname)).status).toBe(200);
  });
});
