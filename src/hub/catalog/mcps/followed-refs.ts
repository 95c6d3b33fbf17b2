import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import { Glob } from '../../../common/values/glob.js';
import { isStorableText } from '../../../common/values/text.js';

/** Which branches and tags of its repository an MCP follows. */
export interface FollowedRefs {
  /** `owner/slug`. */
  readonly name: string;
  /** Its folder in the repository; empty for the repository itself. */
  readonly path: string;
  /** Empty for the default branch. */
  readonly branch: string;
  /** Other branches that have previews: names, in which `*` is any text. */
  readonly previewBranches: readonly string[];
}

/**
 * What a commit under a ref is to an MCP (ADR 83). `unknown`: a branch that is the default branch or another one, which
 * nobody has said.
 */
export type RefMeaning =
  | { readonly kind: 'release'; readonly semver: string }
  | { readonly kind: 'branch' | 'preview' | 'nothing' | 'unknown' };

/** The rule in an error message. */
export const BRANCH_RULE =
  'must be the name of a branch, such as main or release/2, of at most 200 characters';
export const MAX_PREVIEW_BRANCHES = 20;
/** The rule in an error message. */
export const PREVIEW_BRANCHES_RULE = `must be true, false or a list of at most ${MAX_PREVIEW_BRANCHES} names of branches, in which * is any text`;

const MAX_LENGTH = 200;
// Names that git allows, and that mean nothing else to it, to shells or in URLs.
const NAME = /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|@\{))[A-Za-z0-9_][A-Za-z0-9_./+@=,-]*(?<![./])$/;
const HEADS = 'refs/heads/';
const TAGS = 'refs/tags/';
// `1.2.3`, and for one of several packages in a repository `name@1.2.3` or `folder/v1.2.3`.
const TAG = /^(?:(.+)(?:@|\/))?v?([^@/]+)$/;

/** Whether a value is the name of a branch, without `refs/heads/`. */
export const isBranchName = (value: unknown): value is string =>
  isStorableText(value, MAX_LENGTH) && NAME.test(value) && !value.startsWith('refs/') && value !== 'HEAD';

/** Whether a value is a name of branches with wildcards. */
const isBranchPattern = (value: unknown): boolean =>
  isStorableText(value, MAX_LENGTH) && value !== '' && isBranchName(value.replaceAll('*', 'x'));

/** Whether a value says which branches have previews. */
export const isPreviewBranches = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.length <= MAX_PREVIEW_BRANCHES && value.every(isBranchPattern));

/** The stored form of which branches have previews. */
export const storedPreviewBranches = (value: boolean | readonly string[]): string[] => {
  if (typeof value === 'boolean') return value ? ['*'] : [];
  return [...new Set(value)];
};

/** Which branches have previews, in responses. */
export const shownPreviewBranches = (stored: readonly string[]): boolean | string[] => {
  if (stored.length === 0) return false;
  return stored.includes('*') ? true : [...stored];
};

/** The full name of the branch that an MCP follows; undefined for the default branch. */
export const followedBranch = ({ branch }: Pick<FollowedRefs, 'branch'>): string | undefined =>
  branch === '' ? undefined : HEADS + branch;

/** @param defaultBranch its full name; null if nobody has said it */
export function meaningOf(source: FollowedRefs, ref: string, defaultBranch: string | null): RefMeaning {
  if (ref === 'HEAD') return { kind: 'branch' };
  if (ref.startsWith(TAGS)) {
    const semver = releaseOf(ref.slice(TAGS.length), source);
    return semver === undefined ? { kind: 'nothing' } : { kind: 'release', semver };
  }
  if (!ref.startsWith(HEADS)) return { kind: 'nothing' };
  const followed = followedBranch(source) ?? defaultBranch;
  if (ref === followed) return { kind: 'branch' };
  const name = ref.slice(HEADS.length);
  if (source.previewBranches.some((pattern) => new Glob(pattern).fits(name))) {
    return { kind: followed === null ? 'unknown' : 'preview' };
  }
  return { kind: followed === null ? 'unknown' : 'nothing' };
}

/**
 * The version that a tag names for an MCP. A tag with a prefix is about one of several packages of a repository: the one
 * in the folder that it names whole, or by its last part, which then must be the slug of the MCP too.
 */
function releaseOf(tag: string, { name, path }: FollowedRefs): string | undefined {
  const [, prefix, version] = TAG.exec(tag) ?? [];
  const semver = parseSemanticVersion(version)?.text;
  if (semver === undefined || prefix === undefined) return semver;
  if (path === '') return undefined;
  const folder = path.slice(path.lastIndexOf('/') + 1);
  const slug = name.slice(name.indexOf('/') + 1);
  const named = prefix.replace(/^@[^/]+\//, '');
  return prefix === path || (named === folder && named === slug) ? semver : undefined;
}
