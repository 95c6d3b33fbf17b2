import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { launch } from 'puppeteer-core';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/common/logging/logger.js';
import { packagedBrowser } from '../../src/reports/rendering/packaged-browser.js';
import { PdfRenderer } from '../../src/reports/rendering/pdf-renderer.js';
import { ReportBrowser } from '../../src/reports/rendering/report-browser.js';
import { readPdf } from '../support/made-reports.js';

const NEVER = new AbortController().signal;
const A4 = { paper: 'A4', signal: NEVER } as const;

function aBrowser(browserPath?: string) {
  const reports = { browserSandbox: true, ...(browserPath !== undefined && { browserPath }) };
  const browser = new ReportBrowser({ reports }, createLogger('silent'));
  return { browser, renderer: new PdfRenderer(browser), processId: () => browser.processId };
}

const opened: ReportBrowser[] = [];
afterEach(async () => {
  for (const browser of opened.splice(0)) await browser.onModuleDestroy();
});

/** A renderer with a browser of its own, which is closed after the test. */
function aRenderer(browserPath?: string) {
  const own = aBrowser(browserPath);
  opened.push(own.browser);
  return own;
}

// For the tests that do not kill it.
const shared = aBrowser();
const { renderer } = shared;
afterAll(() => shared.browser.onModuleDestroy());

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>A report</title>${head}</head><body>${body}</body></html>`;

describe('printing', () => {
  it('gives a tagged PDF with bookmarks, and page numbers where the document has them', async () => {
    const html = page(
      '<h1>First</h1><p>Summary</p><h2 style="break-before:page">Second</h2><p>日本語 العربية</p>',
      '<style>@page{margin:20mm;@bottom-left{content:"Page " counter(page) " of " counter(pages)}}</style>',
    );
    const pdf = await readPdf(await renderer.print(html, A4));
    expect(pdf.pages).toHaveLength(2);
    expect(pdf.text).toContain('Summary');
    expect(pdf.pages[1]).toContain('Page 2 of 2');
    expect(pdf.isTagged).toBe(true);
    expect(pdf.outline.map(({ title }) => title)).toEqual(['First']);
  });

  it.each([
    ['A4', 596, 842],
    ['LETTER', 612, 792],
  ] as const)('uses %s paper', async (paper, width, height) => {
    const pdf = await readPdf(await renderer.print(page('x'), { ...A4, paper }));
    expect([Math.round(pdf.width), Math.round(pdf.height)]).toEqual([width, height]);
  });

  it('shows fonts and images of the document itself', async () => {
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>').toString('base64')}`;
    const without = await renderer.print(page('<p>x</p>'), A4);
    const withImage = await renderer.print(page(`<p>x</p><img alt="" src="${svg}">`), A4);
    expect(withImage.length).toBeGreaterThan(without.length);
  });
});

describe('a hostile document', () => {
  let listener: Server;
  let url: string;
  let connections = 0;
  beforeAll(async () => {
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    listener.close();
    await once(listener, 'close');
  });

  it.each([
    [
      'an image',
      (to: string) => `<img src="${to}/a.png"><svg><image href="${to}/b.png"/><use href="${to}/c#x"/></svg>`,
    ],
    [
      'a frame',
      (to: string) => `<iframe src="${to}/a"></iframe><iframe srcdoc='<img src="${to}/b">'></iframe>`,
    ],
    ['an object', (to: string) => `<object data="${to}/a"></object><embed src="${to}/b">`],
    [
      'media',
      (to: string) =>
        `<video src="${to}/a" autoplay poster="${to}/p"></video><audio src="${to}/b" autoplay></audio>`,
    ],
    [
      'a style',
      (to: string) =>
        `<style>@import url(${to}/a); @font-face{font-family:z;src:url(${to}/f)} p{font-family:z;background:url(${to}/b)}</style><p>x</p>`,
    ],
    [
      'links ahead',
      (to: string) =>
        `<link rel="preconnect" href="${to}"><link rel="prefetch" href="${to}/a"><link rel="preload" as="image" href="${to}/b"><link rel="stylesheet" href="${to}/c"><link rel="dns-prefetch" href="${to}">`,
    ],
    ['a refresh', (to: string) => `<meta http-equiv="refresh" content="0;url=${to}/a"><base href="${to}/">`],
    [
      'a form',
      (to: string) => `<form action="${to}/a" method="post"><input autofocus onfocus="form.submit()"></form>`,
    ],
    [
      'a script',
      (to: string) =>
        `<script>fetch('${to}/a')</script><img src="x:" onerror="fetch('${to}/b')"><script src="${to}/c"></script>`,
    ],
  ])('reaches nothing with %s', async (_what, body) => {
    const before = connections;
    const pdf = await readPdf(await renderer.print(page(`<h1>Still here</h1>${body(url)}`), A4));
    expect(pdf.text).toContain('Still here');
    expect(connections).toBe(before);
  });

  it('runs no scripts', async () => {
    const body =
      '<p id="p">calm</p><script>document.getElementById("p").textContent = "RAN"</script><noscript>off</noscript>';
    const { text } = await readPdf(await renderer.print(page(body), A4));
    expect(text).toContain('calm');
    expect(text).not.toContain('RAN');
  });

  it('shows no files of the machine', async () => {
    const files = ['iframe src', 'embed src', 'object data'].map(
      (tag) => `<${tag}="file:///etc/passwd"></${tag.split(' ')[0]}>`,
    );
    const { text } = await readPdf(await renderer.print(page(`<p>calm</p>${files.join('')}`), A4));
    expect(text).not.toContain('root:');
  });
});

describe('the browser', () => {
  it('is started again after it was killed, also in the middle of a document', async () => {
    const { processId, renderer } = aRenderer();
    await renderer.print(page('first'), A4);
    const first = processId() ?? 0;
    process.kill(-first, 'SIGKILL');
    while (processId() !== undefined) await turn();
    expect((await readPdf(await renderer.print(page('second'), A4))).text).toContain('second');
    const second = processId() ?? 0;
    expect(second).not.toBe(first);
    const long = page('<table>' + '<tr><td>cell</td></tr>'.repeat(30_000) + '</table>');
    const printing = renderer.print(long, A4);
    process.kill(-second, 'SIGKILL');
    await expect(printing).rejects.toThrow();
    expect((await readPdf(await renderer.print(page('third'), A4))).text).toContain('third');
  });

  it('has a folder of its own, which is removed with it', async () => {
    const { browser, renderer } = aRenderer();
    const folders: string[] = [];
    for (const end of ['killed', 'closed']) {
      await renderer.print(page(end), A4);
      const id = browser.processId ?? 0;
      const environment = (await readFile(`/proc/${id}/environ`, 'utf8')).split('\0');
      const home = environment.find((line) => line.startsWith('HOME='))?.slice('HOME='.length) ?? '';
      expect((await stat(home)).mode & 0o077).toBe(0);
      expect(await readFile(`/proc/${id}/cmdline`, 'utf8')).toContain(`--user-data-dir=${home}/`);
      folders.push(home);
      if (end === 'killed') process.kill(-id, 'SIGKILL');
      while (end === 'killed' && browser.processId !== undefined) await turn();
    }
    await browser.onModuleDestroy();
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });

  it('is replaced after fifty documents, and ends with the server', async () => {
    const { browser, renderer } = aRenderer();
    const seen = new Set<number>();
    for (let count = 0; count < 51; count += 1) {
      await renderer.print(page(`document ${count}`), A4);
      if (browser.processId !== undefined) seen.add(browser.processId);
    }
    expect(seen.size).toBe(2);
    await browser.onModuleDestroy();
    expect(browser.processId).toBeUndefined();
    await expect(renderer.print(page('late'), A4)).rejects.toThrow('the server stops');
  });

  it('ends at once when the printing is aborted', async () => {
    const { renderer } = aRenderer();
    const aborting = new AbortController();
    const long = page('<table>' + '<tr><td>cell</td></tr>'.repeat(30_000) + '</table>');
    const printing = renderer.print(long, { ...A4, signal: aborting.signal });
    aborting.abort(new Error('stop'));
    await expect(printing).rejects.toThrow('stop');
    await expect(renderer.print(page('x'), { ...A4, signal: aborting.signal })).rejects.toThrow('stop');
    expect((await readPdf(await renderer.print(page('next'), A4))).text).toContain('next');
  });

  it('must be where the settings say', async () => {
    const { renderer } = aRenderer('/nowhere/chromium');
    await expect(renderer.print(page('x'), A4)).rejects.toThrow(
      'PUPPETEER_EXECUTABLE_PATH is no program that the server may execute',
    );
  });
});

describe('the packaged browser', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcp-hub-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is unpacked once, for this user alone, and prints', async () => {
    const [one, other] = await Promise.all([packagedBrowser(folder), packagedBrowser(folder)]);
    expect(one).toEqual(other);
    const { mtimeMs, mode } = await stat(one.path);
    expect(mode & 0o077).toBe(0);
    expect((await stat((await packagedBrowser(folder)).path)).mtimeMs).toBe(mtimeMs);
    const browser = await launch({
      executablePath: one.path,
      env: { ...one.environment },
      headless: 'shell',
      pipe: true,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    try {
      const tab = await browser.newPage();
      await tab.setContent(page('packaged'));
      expect((await readPdf(await tab.pdf())).text).toContain('packaged');
    } finally {
      await browser.close();
    }
  });

  it('is not started from a folder that others could write to', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'mcp-hub-test-'));
    try {
      const own = dirname((await packagedBrowser(folder)).path);
      await mkdir(join(parent, basename(own)));
      await chmod(join(parent, basename(own)), 0o777);
      await expect(packagedBrowser(parent)).rejects.toThrow('belongs to somebody else');
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  });
});
