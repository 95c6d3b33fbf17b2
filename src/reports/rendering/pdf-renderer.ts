import { Injectable } from '@nestjs/common';
import type { HTTPRequest, Page, PDFOptions } from 'puppeteer-core';
import type { Paper } from '../document/index.js';
import { DOCUMENT_POLICY } from './document-policy.js';
import { ReportBrowser } from './report-browser.js';
import { UnprintableReport } from './rendering-failures.js';

const LIMIT_SECONDS = 60;
const MAX_BYTES = 50 * 1024 * 1024;

// No name in this domain can ever exist (RFC 2606).
const ADDRESS = 'https://report.invalid/';

/** How to print a document. */
export interface PrintOptions {
  /** For documents that do not say so themselves. */
  readonly paper: Paper;
  /** Aborts the printing. */
  readonly signal: AbortSignal;
}

/** Prints HTML as PDF. Documents are hostile: they run no scripts and reach nothing, neither the network nor files. */
@Injectable()
export class PdfRenderer {
  constructor(private readonly browser: ReportBrowser) {}

  /**
   * The PDF of a document that needs nothing beside itself.
   * @throws UnprintableReport when it takes too long or is too large; the signal's reason; MissingBrowser
   */
  async print(html: string, { signal, ...options }: PrintOptions): Promise<Buffer> {
    return this.browser.use({ signal, seconds: LIMIT_SECONDS }, async (browser) => {
      const context = await browser.createBrowserContext();
      const pdf = await this.printIn(await context.newPage(), html, options);
      await context.close();
      return pdf;
    });
  }

  private async printIn(page: Page, html: string, options: Omit<PrintOptions, 'signal'>): Promise<Buffer> {
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on('request', onlyTheDocument(html));
    await page.goto(ADDRESS, { waitUntil: 'load', timeout: 0 });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of await page.createPDFStream(pdfOptions(options))) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new UnprintableReport('the PDF has more than 50 MB');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  }
}

/** Answers the first request, which is the one for the document, and refuses all others. */
function onlyTheDocument(html: string): (request: HTTPRequest) => void {
  let isSent = false;
  return (request) => {
    const isDocument = !isSent && request.isNavigationRequest() && request.url() === ADDRESS;
    if (isDocument) isSent = true;
    const answered = isDocument
      ? request.respond({
          status: 200,
          contentType: 'text/html; charset=utf-8',
          headers: { 'Content-Security-Policy': DOCUMENT_POLICY },
          body: html,
        })
      : request.abort('blockedbyclient');
    // The browser may have ended meanwhile, which fails the printing.
    answered.catch(() => undefined);
  };
}

const pdfOptions = ({ paper }: Omit<PrintOptions, 'signal'>): PDFOptions => ({
  format: paper === 'A4' ? 'a4' : 'letter',
  // The document has its own margins, with its name and the page numbers in them.
  preferCSSPageSize: true,
  printBackground: true,
  tagged: true,
  outline: true,
  // The limit of the whole printing applies.
  timeout: 0,
});
