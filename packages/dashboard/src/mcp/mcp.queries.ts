import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { bodyOf, hub, urlOf } from '../api/client.ts';
import type { components } from '../api/hub.js';
import type { McpName } from '../domain/mcp-name.ts';

type Schemas = components['schemas'];

export type Mcp = Schemas['McpDetail'];
/** What the MCP says about its newest version, and the list of versions about each. */
export type Version = NonNullable<Schemas['NullableLatestVersion']>;
export type ListedVersion = Schemas['McpVersionItem'];
export type VersionDetail = Schemas['McpVersionDetail'];
export type Snapshot = Schemas['SnapshotView'];
export type Finding = Schemas['FindingView'];
export type Control = Schemas['ControlView'];

/** Versions that the page lists, and that its address can name: the newest ones. */
export const MAX_VERSIONS = 100;

/** Findings on a page. */
export const FINDINGS_PAGE = 100;

// Results of an analysis change only with another analysis, after which the queries are invalidated.
const RESULTS = { staleTime: 5 * 60_000 };

/** An MCP with the summary of its newest analysis. */
export const mcpQuery = ({ owner, slug }: McpName) =>
  queryOptions({
    queryKey: ['mcp', `${owner}/${slug}`, 'detail'],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/mcps/{owner}/{slug}', { params: { path: { owner, slug } }, signal })),
  });

/** The address of the badge of an MCP. */
export const badgeUrl = ({ id }: Pick<Mcp, 'id'>): string => urlOf(`/api/v1/mcps/${id}/badge.svg`);

/** The newest versions of an MCP. */
export const versionsQuery = ({ owner, slug }: McpName) =>
  queryOptions({
    queryKey: ['mcp', `${owner}/${slug}`, 'versions'],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/mcps/{owner}/{slug}/versions', {
          params: { path: { owner, slug }, query: { limit: MAX_VERSIONS } },
          signal,
        }),
      ),
  });

/** An MCP and one of its versions. */
interface VersionOf {
  readonly mcp: Mcp;
  readonly version: Version;
}

const pathOf = ({ mcp, version }: VersionOf) => ({ mcpId: mcp.id, versionId: version.id });

/** Its analysis is part of the key, so another analysis is another query. */
const keyOf = ({ mcp, version }: VersionOf, about: string) =>
  ['mcp', mcp.name, version.id, version.status, version.global_score, about] as const;

/** Whether a version has results. */
export const isAnalyzed = ({ global_score: score }: Pick<Version, 'global_score'>): boolean => score !== null;

/** All details of a version. */
export const versionQuery = (of: VersionOf) =>
  queryOptions({
    ...RESULTS,
    queryKey: keyOf(of, 'detail'),
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}', { params: { path: pathOf(of) }, signal })),
  });

/** The snapshot of a version; that of the newest one came with the MCP. Null before it is analyzed. */
export const snapshotQuery = (of: VersionOf) => {
  const summary = of.mcp.snapshot_summary;
  return queryOptions({
    ...RESULTS,
    queryKey: keyOf(of, 'snapshot'),
    ...(summary?.version_id === of.version.id && { initialData: summary }),
    queryFn: ({ signal }): Promise<Snapshot> | null =>
      isAnalyzed(of.version)
        ? bodyOf(
            hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}/snapshot/latest', {
              params: { path: pathOf(of) },
              signal,
            }),
          )
        : null,
  });
};

/** The scores of an analyzed version with their breakdown; null before it is analyzed. */
export const scoresQuery = (of: VersionOf) =>
  queryOptions({
    ...RESULTS,
    queryKey: keyOf(of, 'scores'),
    queryFn: ({ signal }): Promise<Schemas['ScoresView']> | null =>
      isAnalyzed(of.version)
        ? bodyOf(
            hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}/scores', {
              params: { path: pathOf(of) },
              signal,
            }),
          )
        : null,
  });

/** The control results of a version; null before it is analyzed. */
export const controlsQuery = (of: VersionOf) =>
  queryOptions({
    ...RESULTS,
    queryKey: keyOf(of, 'controls'),
    queryFn: ({ signal }): Promise<Schemas['ControlList']> | null =>
      isAnalyzed(of.version)
        ? bodyOf(
            hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}/controls', {
              params: { path: pathOf(of) },
              signal,
            }),
          )
        : null,
  });

/** Which findings of a version to show; it lives in the address. */
export interface FindingSearch {
  readonly severity?: Finding['severity'];
  readonly offset?: number;
}

/** A page of the findings of a version, worst first; null before it is analyzed. */
export const findingsQuery = (of: VersionOf, { severity, offset = 0 }: FindingSearch) =>
  queryOptions({
    // Suppressions come and go without another analysis.
    staleTime: 30_000,
    queryKey: [...keyOf(of, 'findings'), { severity, offset }],
    queryFn: ({ signal }): Promise<Schemas['FindingList']> | null =>
      isAnalyzed(of.version)
        ? bodyOf(
            hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}/findings', {
              params: {
                path: pathOf(of),
                query: { limit: FINDINGS_PAGE, offset, ...(severity !== undefined && { severity }) },
              },
              signal,
            }),
          )
        : null,
  });

/** How clients start a version, in the format of the official registry; null if no public list has it. */
export const serverJsonQuery = ({ mcp, version }: VersionOf, semver: string | null) =>
  queryOptions({
    ...RESULTS,
    queryKey: [...keyOf({ mcp, version }, 'server'), semver],
    queryFn: async ({ signal }): Promise<Schemas['ServerJson'] | null> => {
      // Lists have public servers alone, and only versions with a complete analysis.
      if (mcp.visibility !== 'public' || !isAnalyzed(version)) return null;
      const label = semver ?? version.visible_version;
      try {
        const found = await bodyOf(
          hub.GET('/v0.1/servers/{serverName}/versions/{version}', {
            params: { path: { serverName: mcp.name.replaceAll('_', '.'), version: label } },
            signal,
          }),
        );
        return found.server;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
  });
