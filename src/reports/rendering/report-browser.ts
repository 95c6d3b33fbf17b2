import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { temporaryFolder } from '@mcp-hub/analyzer/temporary';
import PQueue from 'p-queue';
import type { Browser } from 'puppeteer-core';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { yieldSession } from '../../common/operation/processor-priority.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { installedBrowser, isExecutable } from './installed-browser.js';
import { packagedBrowser, type BrowserProgram } from './packaged-browser.js';
import { MissingBrowser, UnprintableReport } from './rendering-failures.js';

/** A browser keeps some memory of each document. */
const MAX_RENDERS = 50;
const IDLE_MS = 3 * 60_000;
const START_MS = 30_000;
const CLOSE_MS = 5_000;

// Documents have no scripts and make no requests, so the names of hosts need no resolution either.
const ARGUMENTS = [
  '--disable-gpu',
  // Containers have little shared memory.
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-first-run',
  '--mute-audio',
];

/** When work with the browser ends early. */
interface WorkLimits {
  readonly signal: AbortSignal;
  /** How long it may take. */
  readonly seconds: number;
}

/**
 * The browser that prints reports: one for the process, started when it is needed. It is replaced after some documents
 * and after a crash, and closed when nothing has been printed for some minutes.
 */
@Injectable()
export class ReportBrowser implements OnModuleDestroy {
  private readonly queue = new PQueue({ concurrency: 1 });
  private browser: Browser | undefined;
  /** The folder of the browser that was started last: its home and its profile. */
  private folder: string | undefined;
  private renders = 0;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'reports'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Id of the running browser's process; undefined while there is none. */
  get processId(): number | undefined {
    return this.browser?.connected === true ? this.browser.process()?.pid : undefined;
  }

  /**
   * Runs `work` with the browser, one after the other.
   * @param limits when one of them is reached, the browser is killed, so that `work` ends whatever the document does
   * @throws the signal's reason; UnprintableReport when it takes too long; MissingBrowser
   */
  async use<T>(limits: WorkLimits, work: (browser: Browser) => Promise<T>): Promise<T> {
    return this.queue.add(() => this.run(limits, work));
  }

  /** Starts nothing more and ends the browser. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await this.close();
    await this.queue.onIdle();
  }

  private async run<T>({ signal, seconds }: WorkLimits, work: (browser: Browser) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    clearTimeout(this.idle);
    const browser = await this.open();
    const kill = (): void => killGroup(browser);
    const limit = AbortSignal.timeout(seconds * 1000);
    const either = AbortSignal.any([signal, limit]);
    either.addEventListener('abort', kill, { once: true });
    try {
      signal.throwIfAborted();
      return await work(browser);
    } catch (error) {
      // What a document has broken in the browser must not concern the next one.
      await this.close();
      signal.throwIfAborted();
      if (limit.aborted) throw new UnprintableReport(`printing took longer than ${seconds} seconds`);
      throw error;
    } finally {
      either.removeEventListener('abort', kill);
      await this.afterwards();
    }
  }

  private async afterwards(): Promise<void> {
    this.renders += 1;
    if (this.renders >= MAX_RENDERS) await this.close();
    if (this.browser === undefined) return;
    this.idle = setTimeout(() => void this.queue.add(() => this.close()), IDLE_MS).unref();
  }

  private async open(): Promise<Browser> {
    if (this.browser?.connected === true) return this.browser;
    await this.close();
    if (this.isClosed) throw new Error('the server stops');
    const browser = await this.start();
    this.browser = browser;
    this.renders = 0;
    return browser;
  }

  private async start(): Promise<Browser> {
    const { path, environment } = await this.program();
    // Loaded for the first report: processes that only serve requests need none of it.
    const { launch } = await import('puppeteer-core');
    const isRoot = process.getuid?.() === 0;
    // Of this user alone: in a shared folder, others could leave settings that the browser reads.
    const folder = await temporaryFolder('browser');
    this.folder = folder;
    const browser = await launch({
      executablePath: path,
      headless: 'shell',
      // Without a port that other users of the machine could connect to.
      pipe: true,
      timeout: START_MS,
      userDataDir: join(folder, 'profile'),
      args: [...ARGUMENTS, ...(isRoot || !this.config.reports.browserSandbox ? ['--no-sandbox'] : [])],
      // Nothing of the server's own environment, which has its secrets. Its processes leave files when they are killed.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, TZ: 'UTC', ...environment },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const { pid } = browser.process() ?? {};
    if (pid !== undefined) yieldSession(pid);
    this.logger.info({ browser: await browser.version(), path }, 'started the browser that prints reports');
    return browser;
  }

  private async program(): Promise<BrowserProgram> {
    const { browserPath } = this.config.reports;
    if (browserPath === undefined) {
      const path = await installedBrowser();
      return path === undefined ? packagedBrowser() : { path, environment: {} };
    }
    if (await isExecutable(browserPath)) return { path: browserPath, environment: {} };
    throw new MissingBrowser('PUPPETEER_EXECUTABLE_PATH is no program that the server may execute');
  }

  private async close(): Promise<void> {
    const { browser, folder } = this;
    this.browser = undefined;
    this.folder = undefined;
    clearTimeout(this.idle);
    if (browser !== undefined) {
      const closed = browser.close().catch(() => undefined);
      await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
      killGroup(browser);
    }
    if (folder === undefined) return;
    // Its processes may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) =>
      this.logger.warn({ err: error, folder }, 'the folder of a browser was not removed'),
    );
  }
}

/** Ends a browser with all of its processes, which are a process group. */
function killGroup(browser: Browser): void {
  const child = browser.process();
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
