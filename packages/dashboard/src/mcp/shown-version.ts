import { useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { load } from '../api/load.ts';
import type { McpName } from '../domain/mcp-name.ts';
import { mcpQuery, versionsQuery, type ListedVersion, type Mcp, type Version } from './mcp.queries.ts';

/** Which version the reader looks at; it lives in the address. Without one, it is the newest. */
export interface VersionSearch {
  readonly version?: string;
}

/** An MCP and the version of it that the page shows. */
export interface ShownVersion {
  readonly mcp: Mcp;
  /** Undefined if the MCP has no version yet. */
  readonly version: Version | undefined;
  readonly isNewest: boolean;
}

/**
 * The version that the address names. The list of versions is needed only if it is not the newest.
 * @throws notFound if no version of the list has the name
 */
function versionOf(
  mcp: Mcp,
  name: string | undefined,
  listed: readonly ListedVersion[],
): Version | undefined {
  const newest = mcp.latest_version ?? undefined;
  if (name === undefined || name === newest?.visible_version) return newest;
  const version = listed.find(({ visible_version: each }) => each === name);
  return version ?? (notFound({ throw: true }) as never);
}

/** Reads an MCP and what `loadMore` names of the version, for the loader of a page. */
export async function loadVersion(
  queryClient: QueryClient,
  name: McpName,
  { version: visibleVersion }: VersionSearch,
  loadMore: (of: { mcp: Mcp; version: Version }) => readonly Promise<unknown>[],
): Promise<void> {
  const [mcp, list] = await Promise.all([
    load(queryClient, mcpQuery(name)),
    visibleVersion === undefined ? undefined : load(queryClient, versionsQuery(name)),
  ]);
  const version = versionOf(mcp, visibleVersion, list?.versions ?? []);
  if (version !== undefined) await Promise.all(loadMore({ mcp, version }));
}

const route = getRouteApi('/mcps/$owner/$slug');

/** The MCP and version of the page. Suspends while they load; the loader of the page has loaded them. */
export function useShownVersion(): ShownVersion {
  const name = route.useParams();
  const { version: visibleVersion } = route.useSearch();
  const { data: mcp } = useSuspenseQuery(mcpQuery(name));
  const { data: list } = useQuery({ ...versionsQuery(name), enabled: visibleVersion !== undefined });
  const version = versionOf(mcp, visibleVersion, list?.versions ?? []);
  return { mcp, version, isNewest: version?.id === mcp.latest_version?.id };
}
