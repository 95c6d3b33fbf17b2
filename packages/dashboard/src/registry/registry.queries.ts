import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { bodyOf } from '../api/client.ts';
import type { components } from '../api/registry.js';
import type { Labels } from '../ui/labels.tsx';
import { registry, registryAccount, type RegistryAccount } from './registry-client.ts';

/** A package of the catalog of the registry. */
export type CatalogEntry = components['schemas']['CatalogEntry'];
/** A version with its digests and certification. */
export type VersionDetail = components['schemas']['VersionDetail'];
/** A member of an organization of the registry. */
export type Member = components['schemas']['Member'];
/** An API token without its secret. */
export type TokenEntry = components['schemas']['TokenEntry'];
/** What a token allows. */
export type TokenScope = components['schemas']['CreateTokenRequest']['scopes'][number];

/** Status of a version in the registry. */
export const STATUS_LABELS: Labels<VersionDetail['status']> = {
  published: ['published', 'good'],
  revoked: ['revoked', 'bad'],
  draft: ['draft'],
  ingested: ['ingested', 'brand'],
};

/** Packages on a page. */
const PACKAGES_PAGE = 50;

/** Search for packages; it lives in the address of the page. */
export interface PackageSearch {
  readonly q?: string;
  readonly org?: string;
  readonly cursor?: string;
}

/** Name of a package, in two parts. */
export interface PackageName {
  readonly org: string;
  readonly name: string;
}

/** Who the reader is in the registry. */
export const accountQuery = queryOptions({
  queryKey: ['registry', 'account'],
  queryFn: registryAccount,
  retry: false,
});

/** Whether the reader may publish and revoke versions of an organization's packages. */
export const mayPublish = ({ scopes, resources }: RegistryAccount, org: string): boolean =>
  scopes.includes('mcp:publish') && resources.some((pattern) => [`org/${org}/`, 'org/'].includes(pattern));

/** The position of the next page in a Link header. */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return target === undefined
    ? undefined
    : (new URL(target, 'http://registry').searchParams.get('cursor') ?? undefined);
}

/** The organization whose members are shown: the one of the address, or else the reader's first. */
export const shownOrg = (org: string | undefined, account: RegistryAccount): string | undefined =>
  org ?? account.orgs[0];

/** A page of packages, with the position of the next one. */
export const packagesQuery = (search: PackageSearch) =>
  queryOptions({
    queryKey: ['registry', 'packages', search],
    queryFn: async ({ signal }) => {
      const query = { ...search, limit: PACKAGES_PAGE };
      const answer = registry.GET('/v1/catalog', { params: { query }, signal });
      const { packages } = await bodyOf(answer);
      return { packages, next: nextCursor((await answer).response.headers.get('Link')) };
    },
  });

/** A package. */
export const packageQuery = ({ org, name }: PackageName) =>
  queryOptions({
    queryKey: ['registry', 'package', org, name],
    queryFn: ({ signal }) =>
      bodyOf(registry.GET('/v1/org/{org}/mcps/{name}', { params: { path: { org, name } }, signal })),
  });

/** The versions of a package, newest first. */
export const versionsQuery = ({ org, name }: PackageName) =>
  queryOptions({
    queryKey: ['registry', 'package', org, name, 'versions'],
    queryFn: ({ signal }) =>
      bodyOf(registry.GET('/v1/org/{org}/mcps/{name}/versions', { params: { path: { org, name } }, signal })),
  });

/** A version of a package, by default the newest; null if there is none. */
export const versionQuery = ({ org, name }: PackageName, version?: string) =>
  queryOptions({
    queryKey: ['registry', 'package', org, name, 'versions', version ?? 'newest'],
    queryFn: async ({ signal }): Promise<VersionDetail | null> => {
      const path = { org, name, version: version ?? 'newest' };
      try {
        return await bodyOf(
          registry.GET('/v1/org/{org}/mcps/{name}/versions/{version}', { params: { path }, signal }),
        );
      } catch (error) {
        if (version === undefined && error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Publishes or revokes a version. */
export const changeStatus = (
  { org, name }: PackageName,
  version: string,
  body: components['schemas']['StatusRequest'],
) =>
  bodyOf(
    registry.POST('/v1/org/{org}/mcps/{name}/versions/{version}/status', {
      params: { path: { org, name, version } },
      body,
    }),
  );

/** The bytes of a manifest, as text. */
export const readManifest = (org: string, digest: string): Promise<string> =>
  bodyOf<string>(
    registry.GET('/v1/org/{org}/artifacts/{digest}/manifest', {
      params: { path: { org, digest } },
      parseAs: 'text',
    }),
  );

/** The members of an organization; null if the reader may not see it, or if it does not exist. */
export const membersQuery = (org: string) =>
  queryOptions({
    queryKey: ['registry', 'members', org],
    queryFn: async ({ signal }): Promise<readonly Member[] | null> => {
      const answer = registry.GET('/v1/org/{org}/members', { params: { path: { org } }, signal });
      try {
        return (await bodyOf(answer)).members;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Adds a member to an organization. */
export const addMember = (org: string, body: components['schemas']['AddMemberRequest']) =>
  bodyOf(registry.POST('/v1/org/{org}/members', { params: { path: { org } }, body }));

/** Removes a member from an organization. */
export const removeMember = (org: string, username: string) =>
  bodyOf(registry.DELETE('/v1/org/{org}/members/{username}', { params: { path: { org, username } } }));

/** Changes the role of a member, who is removed and added again: the API has no operation for it. */
export async function changeRole({ org_id: org, username, role }: Member): Promise<Member> {
  await removeMember(org, username);
  return addMember(org, { username, role: role === 'admin' ? 'member' : 'admin' });
}

/** The API tokens of the reader, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['registry', 'tokens'],
  queryFn: ({ signal }) => bodyOf(registry.GET('/v1/tokens', { signal })),
});

/** Creates an API token; the response alone has its secret. */
export const createToken = (body: components['schemas']['CreateTokenRequest']) =>
  bodyOf(registry.POST('/v1/tokens', { body }));

/** Revokes an API token. */
export const deleteToken = (tokenId: string) =>
  bodyOf(registry.DELETE('/v1/tokens/{token_id}', { params: { path: { token_id: tokenId } } }));
