import { isNpmName, isPypiName, normalizedPypiName } from '@mcp-hub/analyzer/package-names';
import { isRepositoryUrl } from '../../../common/values/repository-url.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';

/** What a scan is asked to look at. */
export type ScanTarget =
  /** Without a version: the newest one. */
  | { readonly kind: 'npm'; readonly name: string; readonly version: string | null }
  | { readonly kind: 'pypi'; readonly name: string; readonly version: string | null }
  /** The newest commit of the default branch. */
  | { readonly kind: 'repository'; readonly url: string };

/** The rule in an error message. */
export const SCAN_URL_RULE =
  'must be the URL of a repository on a code host that this server fetches from, or an npm or PyPI package: its page, ' +
  'npm:name@version or pypi:name==version';

const MAX_LENGTH = 2048;
const PYPI_NAME_LENGTH = 128;
const VERSION = /^[a-z0-9][a-z0-9.!+_-]{0,127}$/i;

const NPM_PAGE = /^\/package\/((?:@[^/]+\/)?[^/]+)(?:\/v\/([^/]+))?\/?$/;
const PYPI_PAGE = /^\/(?:project|pypi)\/([^/]+)(?:\/([^/]+))?\/?$/;

function npm(name: string, version: string | undefined): ScanTarget | undefined {
  if (!isNpmName(name)) return undefined;
  if (version !== undefined && !VERSION.test(version)) return undefined;
  return { kind: 'npm', name, version: version ?? null };
}

function pypi(name: string, version: string | undefined): ScanTarget | undefined {
  if (name.length > PYPI_NAME_LENGTH || !isPypiName(name)) return undefined;
  if (version !== undefined && !VERSION.test(version)) return undefined;
  return { kind: 'pypi', name: normalizedPypiName(name), version: version ?? null };
}

/** `npm:name@version`, `pypi:name==version`, or the name of an npm package alone. */
function packageNamed(text: string): ScanTarget | undefined {
  const [, scheme = 'npm', rest = ''] = /^(?:(npm|pypi):)?([^:]+)$/i.exec(text) ?? [];
  if (scheme.toLowerCase() === 'pypi') {
    const [, name = '', version] = /^([^=@]+)(?:(?:==|@)(.+))?$/.exec(rest) ?? [];
    return pypi(name, version);
  }
  const [, name = '', version] = /^(@?[^@]+)(?:@(.+))?$/.exec(rest) ?? [];
  return npm(name, version === 'latest' ? undefined : version);
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The package that a page of npm or PyPI is about; undefined for other pages. */
function packageOfPage({ hostname, pathname }: URL): ScanTarget | undefined {
  const path = decoded(pathname) ?? '';
  const host = hostname.replace(/^www\./, '');
  if (host === 'npmjs.com') {
    const [, name = '', version] = NPM_PAGE.exec(path) ?? [];
    return npm(name, version);
  }
  if (host === 'pypi.org') {
    const [, name = '', version] = PYPI_PAGE.exec(path) ?? [];
    return pypi(name, version);
  }
  return undefined;
}

/** The host and two or more names after it, as every repository has. */
function repository(text: string, hosts: readonly string[]): ScanTarget | undefined {
  if (!isRepositoryUrl(text)) return undefined;
  const [host = '', ...names] = repositoryKey(text).split('/');
  if (names.length < 2 || !hosts.includes(host)) return undefined;
  return { kind: 'repository', url: text };
}

/**
 * The target of a scan. Names of other schemes, hosts and packages are not accepted, so that nothing else is ever
 * fetched.
 * @param hosts the code hosts that sources may come from, in lower case
 */
export function scanTargetOf(given: string, hosts: readonly string[]): ScanTarget | undefined {
  const text = given.trim();
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) {
    const url = new URL(text);
    if (/^(?:www\.)?(?:npmjs\.com|pypi\.org)$/.test(url.hostname)) return packageOfPage(url);
  }
  return repository(text, hosts) ?? (/^[a-z]+:\/\//i.test(text) ? undefined : packageNamed(text));
}

/** The page of a target: for a repository its URL. */
export function pageOf(target: ScanTarget): string {
  if (target.kind === 'npm') return `https://www.npmjs.com/package/${target.name}`;
  return target.kind === 'pypi' ? `https://pypi.org/project/${target.name}` : target.url;
}

/** Identifies a target, whatever form of URL it was given in. */
export function targetKey(target: ScanTarget): string {
  if (target.kind === 'repository') return `repository:${repositoryKey(target.url)}`;
  return `${target.kind}:${target.name}@${target.version ?? ''}`;
}
