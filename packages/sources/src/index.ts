/** Fetches the source code of MCP servers, and other files, within limits and from public addresses only. */
export type { ResolvedRef } from './code-hosts/advertised-refs.js';
export { findRef, isBefore, repositoryFacts, type RepositoryFacts } from './code-hosts/ask-code-host.js';
export { CODE_HOSTS, parseCodeHost, type CodeHost } from './code-hosts/code-host.js';
export {
  fetchSource,
  releaseDigest,
  resolveSource,
  type ExactSource,
  type FetchOptions,
  type SourceOptions,
} from './fetch-source.js';
export type { FetchedRelease, FetchedSource } from './fetched-source.js';
export { SOURCE_LIMITS, type SourceLimits } from './limits.js';
export { isPublicAddress } from './network/addresses.js';
export { readNpmSettings, type NpmSettings } from './npm/npm-settings.js';
export type { Validators } from './network/http-client.js';
export { post, type PostOptions } from './post.js';
export { saveFile, type SaveOptions } from './save-file.js';
export { SourceError, type SourceErrorCode } from './source-error.js';
export {
  parseSourceSpec,
  type McpbSpec,
  type NpmSpec,
  type PypiSpec,
  type RepositorySpec,
  type SourceSpec,
} from './source-spec.js';
