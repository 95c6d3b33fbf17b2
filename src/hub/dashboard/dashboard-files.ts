import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NextFunction, Request, Response } from 'express';
import { notFound } from '../../common/errors/api-error.js';
import { HOUR_MS } from '../../common/values/durations.js';
import { markup } from '../platform/pages/markup.js';

const FOLDER = fileURLToPath(new URL('../../../packages/dashboard/dist/', import.meta.url));
const YEAR_MS = 365 * 24 * 3_600_000;

/** Compressed variants that the build makes beside a file, the smallest first. */
const SUFFIXES = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** Where the page gets what only the server knows. */
const PLACEHOLDER = '<!-- server -->';

/** What the server writes into the page. */
export interface PageFacts {
  /** Path under which the service is published; ends with a slash. */
  readonly basePath: string;
  /** Whether and why not a browser can sign in. */
  readonly signIn: string;
  /** Whether the request carries the cookie of a session, which may have ended. */
  readonly hasSession: boolean;
}

/** A page with the headers that belong to it. */
export interface DashboardPage {
  readonly text: string;
  readonly contentSecurityPolicy: string;
}

/**
 * The files of the web application, which `npm run build` makes in `packages/dashboard/dist`.
 */
export class DashboardFiles {
  private constructor(
    private readonly folder: string,
    /** Names of all files below the folder. */
    private readonly names: ReadonlySet<string>,
    /** The page before and after what the server writes into it. */
    private readonly parts: readonly [string, string],
  ) {}

  /** @throws if the application has not been built */
  static open(folder = FOLDER): DashboardFiles {
    const file = `${folder}index.html`;
    if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build`);
    const [before, after] = readFileSync(file, 'utf8').split(PLACEHOLDER);
    if (before === undefined || after === undefined) throw new Error(`${file} has no ${PLACEHOLDER}`);
    return new DashboardFiles(folder, new Set(globSync('{*.*,assets/*}', { cwd: folder })), [before, after]);
  }

  /** Sends a script, style or picture, compressed if the browser accepts it. */
  send(req: Request, res: Response, next: NextFunction): void {
    // Express routes ignore a trailing slash.
    const name = req.path.slice(1).replace(/\/$/, '');
    if (!this.names.has(name)) {
      next(notFound('file'));
      return;
    }
    const encodings = [...SUFFIXES]
      .filter(([, suffix]) => this.names.has(name + suffix))
      .map(([encoding]) => encoding);
    const encoding = encodings.length > 0 && req.acceptsEncodings([...encodings, 'identity']);
    const suffix = SUFFIXES.get(String(encoding)) ?? '';
    if (encodings.length > 0) res.vary('Accept-Encoding');
    if (suffix !== '') res.setHeader('Content-Encoding', String(encoding));
    res.type(extname(name));
    // The names of files under assets/ contain a hash of their contents.
    const immutable = name.startsWith('assets/');
    res.removeHeader('Cache-Control');
    // Whole files only: they are small, and a range beyond the end would be answered as a file that does not exist.
    const options = {
      root: this.folder,
      immutable,
      maxAge: immutable ? YEAR_MS : HOUR_MS,
      acceptRanges: false,
    };
    res.sendFile(name + suffix, options, (error?: Error) => {
      // The client is gone, or the file was replaced by a newer build.
      if (error !== undefined && !res.headersSent) next(notFound('file'));
    });
  }

  /** The page of the application; it is the same for all its addresses. */
  page({ basePath, signIn, hasSession }: PageFacts): DashboardPage {
    // The component library adds a style element with this nonce.
    const nonce = randomBytes(16).toString('base64');
    const head = markup`<base href="${basePath}">
    <meta name="sign-in" content="${signIn}">
    <meta name="session" content="${hasSession ? 'possible' : 'none'}">
    <meta property="csp-nonce" nonce="${nonce}">`;
    return {
      text: `${this.parts[0]}${head.text}${this.parts[1]}`,
      contentSecurityPolicy: contentSecurityPolicy(nonce),
    };
  }
}

/** Allows this service only, and no inline script or style but the one with the nonce. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
