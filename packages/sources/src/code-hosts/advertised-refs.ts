import { METADATA_BYTES } from '../limits.js';
import type { HttpClient } from '../network/http-client.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import type { RepositoryAddress } from './repository-address.js';

const LENGTH_DIGITS = 4;
const MAX_LINE = 65_520;
const REF = /^([0-9a-f]{40}|[0-9a-f]{64}) ([^\0\n]+)/;

/** The lines of git's smart protocol: four hexadecimal digits of length, and the text. */
async function* packetLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let buffered = Buffer.alloc(0);
  for await (const chunk of chunks) {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= LENGTH_DIGITS) {
      const digits = buffered.toString('latin1', 0, LENGTH_DIGITS);
      const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : NaN;
      if (!(length === 0 || (length >= LENGTH_DIGITS && length <= MAX_LINE)))
        throw new SourceError('unavailable', 'the answer is not a list of branches and tags');
      if (buffered.length < length) break;
      yield buffered.toString('utf8', LENGTH_DIGITS, Math.max(length, LENGTH_DIGITS));
      buffered = buffered.subarray(Math.max(length, LENGTH_DIGITS));
    }
  }
}

/**
 * The full names that a short name can have, the preferred ones first, as in git. An annotated tag is followed to its
 * commit.
 */
function candidates(ref: string): readonly string[] {
  const names = ref.startsWith('refs/') ? [ref] : [`refs/tags/${ref}`, `refs/heads/${ref}`];
  return names.flatMap((name) => [`${name}^{}`, name]);
}

/** A branch or tag as a repository has it now. */
export interface ResolvedRef {
  readonly commit: string;
  /** Its full name, such as `refs/heads/main`; `HEAD` if the host does not name its default branch. */
  readonly ref: string;
  /** The full name of the default branch; undefined if the host does not name it. */
  readonly defaultBranch: string | undefined;
}

// Among the capabilities, in the first line.
const DEFAULT_BRANCH = /\0(?:.* )?symref=HEAD:(refs\/heads\/[^ \n]+)/;

/**
 * A branch or tag, or the default branch, from what the repository answers to `git fetch` first. That needs no account
 * on any of the hosts.
 * @throws SourceError when there is no such repository or ref
 */
export async function resolveRef(
  client: HttpClient,
  { origin, repository }: RepositoryAddress,
  ref: string | undefined,
): Promise<ResolvedRef> {
  const wanted = ref === undefined || ref === 'HEAD' ? ['HEAD'] : candidates(ref);
  const found = new Map<string, string>();
  let defaultBranch: string | undefined;
  const lines = packetLines(
    client.read({
      url: new URL(`/${repository}.git/info/refs?service=git-upload-pack`, origin),
      accept: 'application/x-git-upload-pack-advertisement',
      maxBytes: METADATA_BYTES,
      what: `the repository ${repository}`,
    }),
  );
  for await (const line of lines) {
    const [, commit, name] = REF.exec(line) ?? [];
    defaultBranch ??= DEFAULT_BRANCH.exec(line)?.[1];
    if (commit === undefined || name === undefined || !wanted.includes(name)) continue;
    found.set(name, commit);
    if (name === wanted[0]) break;
  }
  const best = wanted.find((name) => found.has(name));
  const commit = best === undefined ? undefined : found.get(best);
  if (best !== undefined && commit !== undefined) {
    const name = best.replace(/\^\{\}$/, '');
    return { commit, ref: name === 'HEAD' ? (defaultBranch ?? name) : name, defaultBranch };
  }
  if (ref === undefined) throw new SourceError('not_found', `the repository ${repository} has no commits`);
  throw new SourceError(
    'not_found',
    `the repository ${repository} has no branch or tag ${escapedText(ref)}; a commit needs all of its 40 digits`,
  );
}
