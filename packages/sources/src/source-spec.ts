import { isInstalledNpmName, isPypiName } from '@mcp-hub/analyzer/package-names';
import { validRange } from 'semver';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from './source-error.js';

/** A package of an npm registry. */
export interface NpmSpec {
  readonly kind: 'npm';
  readonly name: string;
  /** A version, or a range or tag, which means another version tomorrow. */
  readonly version: string;
}

/** A package of a Python package index. */
export interface PypiSpec {
  readonly kind: 'pypi';
  readonly name: string;
  /** A version; the newest when it is absent. */
  readonly version?: string | null;
}

/** A repository on a code host. */
export interface RepositorySpec {
  readonly kind: 'repository';
  /** Any form of URL that the registry accepts for `repo_url` (registry contract 17). */
  readonly url: string;
  /** All 40 digits (64 with SHA-256). It takes precedence over `ref`. */
  readonly commit?: string | null;
  /** A branch or tag; the default branch when it is absent. */
  readonly ref?: string | null;
  /** A folder of the repository; all of it when it is absent. */
  readonly path?: string | null;
}

/** An MCP bundle, a file `.mcpb` or `.dxt`, on a code host: usually one of a release. */
export interface McpbSpec {
  readonly kind: 'mcpb';
  /** With https, without what follows the path. */
  readonly url: string;
  /** In lower-case hex; any when it is absent. */
  readonly sha256?: string | null;
}

/** Where source code is fetched from. */
export type SourceSpec = NpmSpec | PypiSpec | RepositorySpec | McpbSpec;

const NPM_TAG = /^[A-Za-z][A-Za-z0-9_-]*$/;
const PYPI_VERSION = /^[A-Za-z0-9][A-Za-z0-9.!+_-]*$/;
const MAX_LENGTH = 2048;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A file with the ending of MCP bundles, and its digest. */
const MCPB = /^(https?:\/\/[^#?\s]+\.(?:mcpb|dxt))(?:#sha256:([0-9a-fA-F]{64}))?$/i;
const DIGEST = /^[0-9a-f]{64}$/;
/** As git allows them, without what has a meaning for git, shells or URLs. */
const REF = /^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./+@=,-]{0,254}$/;

const invalid = (message: string): SourceError => new SourceError('invalid', message);

function npmSpec(text: string): NpmSpec {
  const at = text.lastIndexOf('@');
  const [name, version] = at < 1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  if (!isInstalledNpmName(name)) throw invalid(`${escapedText(name)} is not the name of an npm package`);
  if (version === '' || (validRange(version) === null && !NPM_TAG.test(version)))
    throw invalid(`an npm package needs a version, as in name@1.2.3: ${escapedText(text)}`);
  return { kind: 'npm', name, version };
}

function pypiSpec(text: string): PypiSpec {
  const [name = '', ...rest] = text.split('==');
  const version = rest.length === 0 ? undefined : rest.join('==');
  if (!isPypiName(name)) throw invalid(`${escapedText(name)} is not the name of a Python package`);
  if (version !== undefined && !PYPI_VERSION.test(version))
    throw invalid(`a Python package is named as in name==1.2.3: ${escapedText(text)}`);
  return { kind: 'pypi', name, ...(version !== undefined && { version }) };
}

function mcpbSpec(text: string): McpbSpec | undefined {
  const [, url, sha256] = MCPB.exec(text) ?? [];
  if (url === undefined) return undefined;
  return { kind: 'mcpb', url, ...(sha256 !== undefined && { sha256: sha256.toLowerCase() }) };
}

function repositorySpec(text: string): RepositorySpec {
  const [url = '', ...rest] = text.split('#');
  const at = rest.join('#');
  if (at === '') return { kind: 'repository', url };
  return COMMIT.test(at.toLowerCase())
    ? { kind: 'repository', url, commit: at.toLowerCase() }
    : { kind: 'repository', url, ref: at };
}

/**
 * Reads a source as people write it: `name@1.2.3` or `npm:name@1.2.3`, `pypi:name==1.2.3`,
 * `https://host/owner/name.git` with an optional `#` and a commit, tag or branch, `https://host/…/name.mcpb` with an optional
 * `#sha256:` and its digest.
 * @throws SourceError with the code `invalid` for anything else
 */
export function parseSourceSpec(text: string): SourceSpec {
  if (text.length > MAX_LENGTH) throw invalid('the source is too long');
  const [, scheme, rest = ''] = /^(npm|pypi):(?!\/\/)(.*)$/s.exec(text) ?? [];
  const spec =
    scheme === 'pypi'
      ? pypiSpec(rest)
      : scheme === 'npm'
        ? npmSpec(rest)
        : /^[a-z+]+:|^git@/i.test(text)
          ? (mcpbSpec(text) ?? repositorySpec(text))
          : npmSpec(text);
  checkSourceSpec(spec);
  return spec;
}

/**
 * Checks a source that did not come from `parseSourceSpec`. The host of a repository is checked when it is fetched.
 * @throws SourceError with the code `invalid`
 */
export function checkSourceSpec(spec: SourceSpec): void {
  if (spec.kind === 'npm') npmSpec(`${spec.name}@${spec.version}`);
  else if (spec.kind === 'mcpb') {
    if (spec.url.length > MAX_LENGTH || !URL.canParse(spec.url) || mcpbSpec(spec.url) === undefined)
      throw invalid('an MCP bundle needs an https address that ends in .mcpb');
    if (spec.sha256 != null && !DIGEST.test(spec.sha256))
      throw invalid('the digest of an MCP bundle has 64 hexadecimal digits');
  } else if (spec.kind === 'pypi')
    pypiSpec(spec.version == null ? spec.name : `${spec.name}==${spec.version}`);
  else {
    if (spec.commit != null && !COMMIT.test(spec.commit))
      throw invalid(`a commit needs all of its 40 digits: ${escapedText(spec.commit)}`);
    if (spec.ref != null && !REF.test(spec.ref))
      throw invalid(`not a valid branch or tag name: ${escapedText(spec.ref)}`);
  }
}
