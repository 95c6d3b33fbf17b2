import { isSha256Digest, type Sha256Digest } from '../../common/values/sha256-digest.js';
import { isVersionRange, parseSemanticVersion } from '../../common/values/semantic-version.js';

/** One interpretation of a reference. */
export type Lookup =
  | { readonly by: 'version'; readonly sortKey: string }
  | { readonly by: 'alias'; readonly alias: string }
  | { readonly by: 'git_sha'; readonly prefix: string }
  | { readonly by: 'digest'; readonly digest: Sha256Digest }
  | { readonly by: 'latest' }
  | { readonly by: 'range'; readonly range: string };

const LATEST = 'latest';
const GIT_SHA = /^[0-9a-f]{7,64}$/;
// The hub's names of versions: the abbreviated commit and a date.
const HUB_VERSION_NAME = /^commit-([0-9a-f]{7,64})-/i;
const ALIAS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Maximum length of a reference. */
export const MAX_REFERENCE_LENGTH = 256;

/** The rule of aliases in an error message. */
export const ALIAS_RULE =
  'must be 1 to 128 letters, digits, ".", "_" or "-", and nothing that already names versions: no version, range, commit or latest';

/**
 * Whether `text` can be an alias: it must not have another meaning as a reference. Exception: the hub's names of
 * versions, which refer to their commit unless they are aliases.
 */
export const isAlias = (text: unknown): text is string =>
  typeof text === 'string' &&
  ALIAS.test(text) &&
  text !== LATEST &&
  !GIT_SHA.test(text.toLowerCase()) &&
  !isVersionRange(text);

/**
 * The interpretations of a reference, in the order in which they are tried (registry contract 10). Most references have
 * one.
 */
export function lookupsOf(ref: string): Lookup[] {
  if (ref.startsWith('sha:')) return gitShaLookups(ref.slice('sha:'.length));
  if (ref.startsWith('digest:')) return digestLookups(ref.slice('digest:'.length));
  const version = parseSemanticVersion(ref.startsWith('v') ? ref.slice(1) : ref);
  if (version !== undefined) return [{ by: 'version', sortKey: version.sortKey }];
  if (ref === LATEST) return [{ by: 'latest' }];
  return [
    ...(isAlias(ref) ? [{ by: 'alias', alias: ref } as const] : []),
    ...gitShaLookups(HUB_VERSION_NAME.exec(ref)?.[1] ?? ref),
    ...digestLookups(ref),
    ...(isVersionRange(ref) ? [{ by: 'range', range: ref } as const] : []),
  ];
}

function gitShaLookups(text: string): Lookup[] {
  const prefix = text.toLowerCase();
  return GIT_SHA.test(prefix) ? [{ by: 'git_sha', prefix }] : [];
}

const digestLookups = (text: string): Lookup[] =>
  isSha256Digest(text) ? [{ by: 'digest', digest: text }] : [];
