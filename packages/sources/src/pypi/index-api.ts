import { normalizedPypiName } from '@mcp-hub/analyzer/package-names';
import type { HttpClient } from '../network/http-client.js';
import { METADATA_BYTES } from '../limits.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';

/** The Python Package Index. */
export const PYPI = 'https://pypi.org/';
/** Where PyPI keeps its files. */
export const PYPI_FILES = 'files.pythonhosted.org';

/** A file of a release. */
export interface DistributionFile {
  readonly filename: string;
  readonly url: string;
  /** In lower-case hex. */
  readonly sha256: string;
  /** In bytes; undefined when the index does not say it. */
  readonly size: number | undefined;
}

export interface Release {
  readonly name: string;
  readonly version: string;
  readonly files: readonly DistributionFile[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function fileOf(value: unknown): DistributionFile | undefined {
  const { filename, url, digests, size } = fieldsOf(value);
  const sha256 = textOf(fieldsOf(digests)['sha256']).toLowerCase();
  if (textOf(filename) === '' || textOf(url) === '') return undefined;
  return {
    filename: textOf(filename),
    url: textOf(url),
    sha256,
    size: Number.isSafeInteger(size) ? (size as number) : undefined,
  };
}

/** Where a release is described: PyPI's JSON interface, which other indexes offer too. */
function releaseUrl(index: string, name: string, version: string | undefined): URL {
  const parts = ['pypi', name, ...(version === undefined ? [] : [version]), 'json'];
  return new URL(parts.map(encodeURIComponent).join('/'), index.endsWith('/') ? index : `${index}/`);
}

/**
 * Reads a release of a package, the newest one without a version.
 * @throws SourceError when there is none, or the answer is one of another package
 */
export async function readRelease(
  client: HttpClient,
  index: string,
  name: string,
  version: string | undefined,
): Promise<Release> {
  const what = version === undefined ? `the package ${name}` : `the package ${name}==${version}`;
  const url = releaseUrl(index, normalizedPypiName(name), version);
  const answer = fieldsOf(
    await client.json({ url, accept: 'application/json', maxBytes: METADATA_BYTES, what }),
  );
  const info = fieldsOf(answer['info']);
  const [actual, exact] = [textOf(info['name']), textOf(info['version'])];
  if (normalizedPypiName(actual) !== normalizedPypiName(name) || exact === '')
    throw new SourceError('unavailable', `the index answered for ${what} with ${escapedText(actual)}`, {
      isRetryable: false,
    });
  const files = Array.isArray(answer['urls']) ? (answer['urls'] as unknown[]) : [];
  return {
    name: actual,
    version: exact,
    files: files.map(fileOf).filter((file) => file !== undefined),
  };
}
