import { Injectable } from '@nestjs/common';
import { currentDate } from '../common/values/clock.js';
import { HubObjects } from '../hub/platform/objects/hub-objects.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';
import type { ReportAttempt } from './report-attempts.repository.js';
import { ReportContents, type ReportData } from './report-contents.js';
import { ReportRecords } from './report-records.js';

const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Makes a report. Its data is taken once and stored first, so that the JSON, the HTML and the PDF say the same, whichever
 * attempt completes them. Objects come before the transaction that names them (ADR 53).
 */
@Injectable()
export class ReportMaking {
  constructor(
    private readonly objects: HubObjects,
    private readonly contents: ReportContents,
    private readonly renderer: PdfRenderer,
    private readonly records: ReportRecords,
  ) {}

  /** @throws LostAttempt, the signal's reason, and whatever prevents the report */
  async run(attempt: ReportAttempt, signal: AbortSignal): Promise<void> {
    const { orgId, paper } = attempt;
    const data = await this.dataOf(attempt, signal);
    signal.throwIfAborted();
    const html = await this.contents.html(data, paper);
    const printed = await this.renderer.print(html, { paper, signal });
    const pdf = await this.contents.labeled(data, printed);
    const htmlObject = await this.objects.put(orgId, 'report-html', Buffer.from(html), { signal });
    const pdfObject = await this.objects.put(orgId, 'pdf', pdf, { signal });
    await this.records.complete(attempt, { htmlKey: htmlObject.key, pdfKey: pdfObject.key });
  }

  private async dataOf(attempt: ReportAttempt, signal: AbortSignal): Promise<ReportData> {
    if (attempt.dataKey !== null) {
      return JSON.parse((await this.objects.readBytes(attempt.dataKey, MAX_BYTES)).toString()) as ReportData;
    }
    const bytes = Buffer.from(JSON.stringify(await this.contents.collect(attempt, currentDate())));
    const { key } = await this.objects.put(attempt.orgId, 'report-data', bytes, {
      maxBytes: MAX_BYTES,
      signal,
    });
    await this.records.keepData(attempt, key);
    // What was stored, not what was collected: JSON has no undefined and no dates.
    return JSON.parse(bytes.toString()) as ReportData;
  }
}
