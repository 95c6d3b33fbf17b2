import type { SettingsFormat, SettingsLauncher } from '@mcp-hub/client-configurations';
import { Inject, Injectable } from '@nestjs/common';
import { versionInQuery } from '../../../common/values/semantic-version.js';
import { notFound } from '../../../common/errors/api-error.js';
import { defined } from '../../../common/values/defined.js';
import { parseTimestamp } from '../../../common/values/timestamp.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { AllowListsRepository } from '../allow-lists/allow-lists.repository.js';
import { hashCapability } from '../allow-lists/capability.js';
import type { Decided } from '../catalog-decisions/decided.js';
import { PUBLIC_SERVERS, type DecisionScope } from '../catalog-decisions/decisions.service.js';
import { ListResponses, type ListExchange } from '../catalog-decisions/list-responses.js';
import { managedSettings } from '../managed-settings/documents.js';
import { listIndexOf, type ListedVersion } from './list-index.js';
import { isVersion, listPage } from './list-page.js';
import type { ServerList, ServerListQuery, ServerResponse } from './registry-api.dto.js';
import { serverResponse } from './server-json.js';

/** Maximum number of versions of one server in a response: the newest ones. */
const MAX_VERSIONS_SHOWN = 1000;

/** Whose list: that of a capability, or of all public servers. */
export type ListSource = { readonly capability: string } | 'public';

interface Opened {
  readonly scope: DecisionScope;
  readonly revision?: string;
  readonly caching: string;
}

/**
 * The read API of the official registry, for clients without credentials (hub contract 37): of the public servers, and of
 * what an organization allows.
 */
@Injectable()
export class RegistryApiService {
  private readonly publicUrl: string;

  constructor(
    private readonly allowLists: AllowListsRepository,
    private readonly responses: ListResponses,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'http'>,
  ) {
    this.publicUrl = config.http.publicUrl;
  }

  /** Sends a page of versions. @throws 400 for an invalid cursor, 404 for an unknown capability */
  list(exchange: ListExchange, source: ListSource, query: ServerListQuery): Promise<void> {
    const filter = {
      search: given(query.search),
      updatedSince: parseTimestamp(given(query.updated_since))?.getTime(),
      version: given(query.version && versionInQuery(query.version)),
      includeDeleted: query.include_deleted,
    };
    return this.send(exchange, source, ['list', query], (decided) => {
      const { entries, nextCursor } = listPage(
        listIndexOf(decided).entries,
        filter,
        query.limit,
        given(query.cursor),
      );
      return this.listOf(entries, decided, nextCursor);
    });
  }

  /** Sends the versions of a server. @throws 404 for an unknown one */
  versions(exchange: ListExchange, source: ListSource, name: string, includeDeleted: boolean): Promise<void> {
    return this.send(exchange, source, ['versions', name, includeDeleted], (decided) => {
      const entries = entriesOf(decided, name, includeDeleted);
      if (entries.length === 0) throw notFound('server');
      return this.listOf(entries.slice(0, MAX_VERSIONS_SHOWN), decided);
    });
  }

  /** Sends a version of a server, or its `latest`. @throws 404 for an unknown one */
  version(
    exchange: ListExchange,
    source: ListSource,
    { name, version }: { readonly name: string; readonly version: string },
    includeDeleted: boolean,
  ): Promise<void> {
    return this.send(exchange, source, ['version', name, version, includeDeleted], (decided) => {
      const entries = entriesOf(decided, name, includeDeleted);
      const entry = entries.find((each) => (version === 'latest' ? each.isLatest : isVersion(each, version)));
      if (entry === undefined) throw notFound('server');
      return this.responseOf(entry, decided);
    });
  }

  /** Sends managed settings. @throws 404 for an unknown capability, 409 for too many entries */
  async settings(
    exchange: ListExchange,
    capability: string,
    { format, launcher }: { readonly format: SettingsFormat; readonly launcher: SettingsLauncher },
  ): Promise<void> {
    const opened = await this.open({ capability });
    await this.responses.send(exchange, { ...opened, about: [format, launcher] }, (decided) =>
      managedSettings(decided, format, launcher),
    );
  }

  private async send(
    exchange: ListExchange,
    source: ListSource,
    about: unknown,
    make: (decided: Decided) => ServerList | ServerResponse,
  ): Promise<void> {
    const opened = await this.open(source);
    await this.responses.send(exchange, { ...opened, about: [about, this.publicUrl] }, (decided) =>
      JSON.stringify(make(decided)),
    );
  }

  /** Looks the capability up each time, so that a deleted or rotated one is unknown at once. */
  private async open(source: ListSource): Promise<Opened> {
    if (source === 'public') return { scope: PUBLIC_SERVERS, caching: 'public, no-cache' };
    const hash = hashCapability(source.capability);
    const found = hash === undefined ? undefined : await this.allowLists.open(hash);
    if (found === undefined) throw notFound('server');
    const { orgId, environment, revision } = found;
    return { scope: { orgId, environment }, revision, caching: 'private, no-cache' };
  }

  private listOf(entries: readonly ListedVersion[], decided: Decided, nextCursor?: string): ServerList {
    return {
      servers: entries.map((entry) => this.responseOf(entry, decided)),
      metadata: { ...defined({ nextCursor }), count: entries.length },
    };
  }

  private responseOf(entry: ListedVersion, { packages }: Decided): ServerResponse {
    return serverResponse(entry, packages, this.publicUrl);
  }
}

/** Clients send empty parameters for those that they do not use. */
const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const entriesOf = (decided: Decided, name: string, includeDeleted: boolean): readonly ListedVersion[] =>
  listIndexOf(decided)
    .versionsOf(name)
    .filter(({ isDeleted }) => includeDeleted || !isDeleted);
