import { PUBLIC_HOSTS, readCodeHost } from '@mcp-hub/sources/code-hosts';
import { key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { baseUrl, integer, type ValueParser } from './value-parsers.js';

const MAX_HOSTS = 50;

const isCodeHost = (text: string): boolean => readCodeHost(text) !== undefined;

/** Code hosts, separated by commas. */
const codeHosts: ValueParser<readonly string[]> = (given) => {
  const value = [...new Set(given.split(',').map((item) => item.trim()))];
  return value.length <= MAX_HOSTS && value.every(isCodeHost)
    ? { value }
    : {
        must: `be at most ${MAX_HOSTS} of ${PUBLIC_HOSTS.join(', ')}, or hosts of your own as gitlab:git.example.com or, in a private network, gitlab:git.example.com+private, separated by commas`,
      };
};

export const ANALYSIS_KEYS = {
  'analysis.concurrency': key(integer(1, 64), 1, 'Analyses that a process runs at a time.'),
  'analysis.interval_hours': key(
    integer(1, 720),
    24,
    'Hours after which the newest version of an MCP is analyzed again.',
  ),
  'analysis.timeout_seconds': key(integer(1, 3600), 150, 'Seconds that an analysis may take.'),
  'analysis.memory_mb': key(integer(128, 65_536), 1024, 'Memory that an analysis may use, in MB.'),
  'analysis.source_hosts': key<readonly string[]>(
    codeHosts,
    PUBLIC_HOSTS,
    'Code hosts that sources are fetched from, separated by commas. One of your own has its kind before it: gitlab:git.example.com. Only one with +private behind it may have private addresses; scans do not take it.',
  ),
  'analysis.pypi_index': optional(
    baseUrl('https', 'http'),
    'PyPI',
    'Index that Python packages are fetched from. It may have a private address, and must offer the JSON interface of PyPI.',
  ),
};

/** How versions are analyzed. */
export interface AnalysisSettings {
  /** Analyses at a time in one process. */
  readonly concurrency: number;
  /** Hours after which the newest version of an MCP is analyzed again. */
  readonly intervalHours: number;
  readonly timeoutSeconds: number;
  /** In megabytes. */
  readonly memoryMb: number;
  /** `github.com`, `gitlab:git.example.com` or `gitlab:git.example.com+private`. */
  readonly sourceHosts: readonly string[];
  /** Without a trailing slash. Absent: PyPI. */
  readonly pypiIndex?: string;
}

export function analysisSettings(reader: ConfigReader): AnalysisSettings {
  const { read } = reader.of(ANALYSIS_KEYS);
  const pypiIndex = read('analysis.pypi_index');
  return {
    concurrency: read('analysis.concurrency'),
    intervalHours: read('analysis.interval_hours'),
    timeoutSeconds: read('analysis.timeout_seconds'),
    memoryMb: read('analysis.memory_mb'),
    sourceHosts: read('analysis.source_hosts'),
    ...(pypiIndex !== undefined && { pypiIndex }),
  };
}
