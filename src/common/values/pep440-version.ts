import { releaseNumbersKey, numberKey, RELEASE_SUFFIX } from './semantic-version.js';

/** A version of a Python package as PEP 440 reads it. */
export interface PythonVersion {
  /**
   * A string whose order by code unit is that of PEP 440. It is equal to the key of a semantic version for the same
   * release of up to three numbers, so that `1.0` and `1.0.0` are one place in an order of both.
   */
  readonly sortKey: string;
  /** Whether it is a pre-release or a developmental release. */
  readonly prerelease: boolean;
}

const MAX_LENGTH = 128;

// The grammar of PEP 440, appendix B, with all spellings that it normalizes.
const GRAMMAR =
  /^v?(?:(?<epoch>\d+)!)?(?<release>\d+(?:\.\d+)*)(?:[-_.]?(?<phase>alpha|beta|preview|pre|rc|a|b|c)[-_.]?(?<pre>\d*))?(?:-(?<implicit>\d+)|[-_.]?(?:post|rev|r)[-_.]?(?<post>\d*))?(?<isDev>[-_.]?dev[-_.]?(?<dev>\d*))?(?:\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?$/;

const PHASES: Readonly<Record<string, string>> = {
  alpha: 'a',
  a: 'a',
  beta: 'b',
  b: 'b',
  preview: 'rc',
  pre: 'rc',
  rc: 'rc',
  c: 'rc',
};

const SHOWN_NUMBERS = 3;

/** The digits without leading zeros; none are 0. */
const plain = (digits: string): string => digits.replace(/^0+(?=\d)/, '') || '0';

// Developmental releases sort before the release that they lead to, and post-releases after it: '0' < '1' < 'p'.
function tailKey(post: string | undefined, dev: string | undefined): string {
  const end = dev === undefined ? '1' : `0${numberKey(plain(dev))}`;
  return post === undefined ? end : `p${numberKey(plain(post))}${end}`;
}

/** The first three numbers, and further ones that are not zero at the end: '~s', behind all of the shorter release. */
function releaseKey(release: string): string {
  const numbers = release.split('.').map(plain);
  while (numbers.length > SHOWN_NUMBERS && numbers.at(-1) === '0') numbers.pop();
  while (numbers.length < SHOWN_NUMBERS) numbers.push('0');
  const further = numbers.slice(SHOWN_NUMBERS).map((digits) => `${RELEASE_SUFFIX}s${numberKey(digits)}`);
  return releaseNumbersKey(numbers.slice(0, SHOWN_NUMBERS)) + further.join('');
}

/** Reads a version of PEP 440, in any of its spellings; undefined for anything else. */
export function parsePythonVersion(text: unknown): PythonVersion | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const { groups } = GRAMMAR.exec(text.trim().toLowerCase()) ?? {};
  if (groups === undefined) return undefined;
  const { epoch = '0', release = '', phase, pre = '', implicit, isDev, dev = '' } = groups;
  const post = implicit ?? groups['post'];
  const developed = isDev === undefined ? undefined : dev;
  const age = plain(epoch) === '0' ? '' : `e${numberKey(plain(epoch))}`;
  const prerelease = phase !== undefined || developed !== undefined;
  return {
    sortKey: age + releaseKey(release) + suffixKey(phase, pre, post, developed),
    prerelease,
  };
}

function suffixKey(
  phase: string | undefined,
  pre: string,
  post: string | undefined,
  dev: string | undefined,
): string {
  if (phase !== undefined)
    return `2${PHASES[phase] ?? phase}!1${numberKey(plain(pre))}!${tailKey(post, dev)}`;
  if (post !== undefined) return RELEASE_SUFFIX + tailKey(post, dev);
  return dev === undefined ? RELEASE_SUFFIX : tailKey(undefined, dev);
}
