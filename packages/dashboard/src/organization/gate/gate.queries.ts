import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EvaluationResult } from '../../api/catalogs.gen.ts';
import { bodyOf, hub } from '../../api/client.ts';
import type { components, operations } from '../../api/hub.js';
import { LIST_PAGE, type PageSearch } from '../shared/lists.ts';

/** Filters of the evaluations; they live in the address. */
export interface EvaluationSearch extends PageSearch {
  readonly result?: EvaluationResult;
  readonly environment?: string;
}

/** A page of what the gate has decided, newest first. */
export const evaluationsQuery = (orgId: string, { offset = 0, ...filters }: EvaluationSearch) =>
  queryOptions({
    queryKey: ['org', orgId, 'evaluations', { offset, ...filters }],
    // Pipelines add to it, so a reader who comes back from a terminal sees what was just decided.
    staleTime: 0,
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/evaluations', {
          params: { path: { orgId }, query: { limit: LIST_PAGE, offset, ...filters } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** An evaluation with its servers and policies. */
export const evaluationQuery = (orgId: string, evaluationId: string) =>
  queryOptions({
    queryKey: ['org', orgId, 'evaluations', evaluationId],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/evaluations/{evaluationId}', {
          params: { path: { orgId, evaluationId } },
          signal,
        }),
      ),
  });

/** An allow list, without its address. */
export type AllowList = components['schemas']['AllowListView'];

/** An allow list with its address. */
export type CreatedAllowList = components['schemas']['CreatedAllowList'];

/** Key of the allow lists. */
export const allowListsKey = (orgId: string) => ['org', orgId, 'allow-lists'] as const;

/** The allow lists; there are at most 50. */
export const allowListsQuery = (orgId: string) =>
  queryOptions({
    queryKey: allowListsKey(orgId),
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/orgs/{orgId}/allow-lists', { params: { path: { orgId } }, signal })),
  });

/** Creates an allow list; its address is in this response alone. */
export const createAllowList = (
  orgId: string,
  body: components['schemas']['CreateAllowListRequest'],
): Promise<CreatedAllowList> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/allow-lists', { params: { path: { orgId } }, body }));

/** Replaces the address of an allow list. */
export const rotateAllowList = (orgId: string, allowListId: string): Promise<CreatedAllowList> =>
  bodyOf(
    hub.POST('/api/v1/orgs/{orgId}/allow-lists/{allowListId}/rotate', {
      params: { path: { orgId, allowListId } },
    }),
  );

/** Deletes an allow list. */
export const deleteAllowList = (orgId: string, allowListId: string): Promise<unknown> =>
  bodyOf(
    hub.DELETE('/api/v1/orgs/{orgId}/allow-lists/{allowListId}', {
      params: { path: { orgId, allowListId } },
    }),
  );

/** A format of managed settings. */
export type SettingsFormat = NonNullable<
  NonNullable<operations['getManagedSettings']['parameters']['query']>['format']
>;

/** By what packages are started in managed settings. */
export type SettingsLauncher = NonNullable<
  NonNullable<operations['getManagedSettings']['parameters']['query']>['launcher']
>;

/** Which managed settings. */
export interface SettingsChoice {
  readonly environment: string;
  readonly format: SettingsFormat;
  readonly launcher: SettingsLauncher;
}

/** The managed settings that are shown first. */
export const FIRST_SETTINGS: SettingsChoice = {
  environment: 'production',
  format: 'copilot',
  launcher: 'any',
};

/** The thumbprint of the key that signs the decisions of allow lists. */
export const signingKeyQuery = () =>
  queryOptions({
    queryKey: ['signing-key'],
    queryFn: async ({ signal }): Promise<string> => {
      const { keys } = await bodyOf(hub.GET('/.well-known/jwks.json', { signal }));
      // The current one is the first.
      return keys[0]?.kid ?? '';
    },
  });

/** What the policies allow in an environment, as the file that a client enforces. */
export const managedSettingsQuery = (orgId: string, choice: SettingsChoice) =>
  queryOptions({
    queryKey: ['org', orgId, 'managed-settings', choice],
    queryFn: async ({ signal }): Promise<string> =>
      bodyOf<string>(
        hub.GET('/api/v1/orgs/{orgId}/managed-settings', {
          params: { path: { orgId }, query: { ...choice } },
          // The bytes as clients get them, with an entry in each line.
          parseAs: 'text',
          signal,
        }),
      ),
  });

/** How an organization starts an MCP. */
export type Launch = components['schemas']['LaunchView'];

/** Key of the launch settings of an MCP. */
export const launchKey = (orgId: string, mcpId: string) => ['org', orgId, 'launch', mcpId] as const;

/** How the organization starts an MCP; empty lists if it does not say so. */
export const launchQuery = (orgId: string, mcpId: string) =>
  queryOptions({
    queryKey: launchKey(orgId, mcpId),
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/mcps/{mcpId}/launch', { params: { path: { orgId, mcpId } }, signal }),
      ),
  });

/** Replaces how the organization starts an MCP. */
export const setLaunch = (
  orgId: string,
  mcpId: string,
  body: components['schemas']['LaunchRequest'],
): Promise<Launch> =>
  bodyOf(hub.PUT('/api/v1/orgs/{orgId}/mcps/{mcpId}/launch', { params: { path: { orgId, mcpId } }, body }));

/** Forgets how the organization starts an MCP. */
export const deleteLaunch = (orgId: string, mcpId: string): Promise<unknown> =>
  bodyOf(hub.DELETE('/api/v1/orgs/{orgId}/mcps/{mcpId}/launch', { params: { path: { orgId, mcpId } } }));
