import { key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { boolean, text } from './value-parsers.js';

export const REPORT_KEYS = {
  // The name that Puppeteer and its tools use, too.
  puppeteer_executable_path: optional(
    text,
    'an installed Chrome or Chromium, or else the one of the npm package',
    'Path of the browser that prints reports.',
  ),
  'reports.browser_sandbox': key(
    boolean,
    true,
    'Run the browser in its own sandbox, unless the server runs as root. `false` is for containers, which are a sandbox themselves and do not allow another one.',
  ),
};

/** How reports are printed. */
export interface ReportSettings {
  /** Path of the browser; absent: the server looks for one. */
  readonly browserPath?: string;
  readonly browserSandbox: boolean;
}

export function reportSettings(reader: ConfigReader): ReportSettings {
  const { read } = reader.of(REPORT_KEYS);
  const browserPath = read('puppeteer_executable_path');
  return {
    ...(browserPath !== undefined && { browserPath }),
    browserSandbox: read('reports.browser_sandbox'),
  };
}
