import { Injectable } from '@nestjs/common';
import { RepositoryIdentity } from '../../catalog/repository-identity/repository-identity.service.js';
import { meaningOf, type RefMeaning } from '../../catalog/mcps/followed-refs.js';
import { SourceEvents, type SourceChange } from '../../catalog/source-events/source-events.js';
import type { DeliveryEffect } from './delivery-effect.js';
import { WebhookMcpsRepository, type McpRepository } from './webhook-mcps.repository.js';
import type { RefChange, SentRepository, SourceEvent } from './providers/webhook-provider.js';
import type { DeliveryName } from './webhook-deliveries.repository.js';

// The branch that an MCP follows, whatever it is.
const FOLLOWED: RefChange = { ref: 'HEAD', commit: null, previous: null, isForward: true };

/**
 * Handles pushes to, releases of and new names of the repositories of catalog MCPs (hub contract 15). What has an effect
 * is decided from the delivery alone; what is then analyzed is what the code host has (ADR 83).
 */
@Injectable()
export class RepositoryChangesService {
  constructor(
    private readonly mcps: WebhookMcpsRepository,
    private readonly sources: SourceEvents,
    private readonly identities: RepositoryIdentity,
  ) {}

  /** Emits, in the running transaction, the changes for each MCP of the repository. */
  async apply(
    { sender, deliveryId, signer }: DeliveryName,
    { repository, changes }: SourceEvent,
  ): Promise<DeliveryEffect> {
    const all = await this.mcps.lockByRepository(repository);
    // A delivery counts for those whose secret has signed it (ADR 114).
    const servers = all.filter(({ mcpId, hasSecret }) => (hasSecret ? mcpId === signer : signer === null));
    const delivery = `${sender}:${deliveryId}`;
    const refused = servers.filter((server) => isUnderItsAddress(server, repository));
    const own = servers.filter((server) => isOf(server, repository));
    const followed = own.flatMap((server) =>
      changesFor(
        server,
        all.filter((other) => isOf(other, repository)),
        changes,
        repository,
      ),
    );
    const checked = refused.map((server) => ({ server, change: FOLLOWED, semver: null }));
    for (const { mcpId } of refused) {
      await this.identities.refused(mcpId, { identity: repository.identity ?? '', delivery });
    }
    await this.bind(own, repository);
    await this.sources.sourcesChanged(
      [...followed, ...checked].map((wanted) => sourceChange(wanted, repository, delivery)),
    );
    if (followed.length > 0) return { outcome: 'ACCEPTED' };
    if (refused.length > 0) return { outcome: 'REFUSED' };
    return { outcome: own.length > 0 ? 'IGNORED' : 'UNKNOWN' };
  }

  /** The first delivery about an address says which repository is there; the code host is asked later (ADR 84). */
  private async bind(servers: readonly McpRepository[], repository: SentRepository): Promise<void> {
    const { identity, keys } = repository;
    const unbound = servers.filter((server) => server.identity === null && keys.includes(server.key));
    if (identity === null || unbound.length === 0) return;
    await this.mcps.bind(
      unbound.map(({ mcpId }) => mcpId),
      identity,
    );
  }
}

/** A change that has an effect on an MCP. */
interface Wanted {
  readonly server: McpRepository;
  readonly change: RefChange;
  readonly semver: string | null;
}

/** Whether another repository is under the address of an MCP. */
const isUnderItsAddress = (server: McpRepository, { identity, keys }: SentRepository): boolean =>
  server.identity !== null && identity !== null && server.identity !== identity && keys.includes(server.key);

/** Whether a repository is that of an MCP, as far as is known. */
const isOf = (server: McpRepository, { identity }: SentRepository): boolean =>
  server.identity === null || identity === null || server.identity === identity;

function changesFor(
  server: McpRepository,
  servers: readonly McpRepository[],
  changes: readonly RefChange[],
  repository: SentRepository,
): Wanted[] {
  const wanted = changes.flatMap((change): Wanted[] => {
    const meaning = meaningIn(server, servers, change.ref, repository.defaultBranch);
    if (meaning.kind === 'nothing') return [];
    return [{ server, change, semver: meaning.kind === 'release' ? meaning.semver : null }];
  });
  const hasMoved = repository.keys.length > 0 && !repository.keys.includes(server.key);
  return wanted.length === 0 && hasMoved ? [{ server, change: FOLLOWED, semver: null }] : wanted;
}

/** A tag that could be about several MCPs of one owner in a repository is about none of them. */
function meaningIn(
  server: McpRepository,
  servers: readonly McpRepository[],
  ref: string,
  defaultBranch: string | null,
): RefMeaning {
  const meaning = meaningOf(server, ref, defaultBranch);
  if (meaning.kind !== 'release' || ref.startsWith(`refs/tags/${server.path}/`)) return meaning;
  if (!/[@/]/.test(ref.slice('refs/tags/'.length))) return meaning;
  const isOfOthersToo = servers.some(
    (other) =>
      other.orgId === server.orgId &&
      other.path !== server.path &&
      meaningOf(other, ref, defaultBranch).kind === 'release',
  );
  return isOfOthersToo ? { kind: 'nothing' } : meaning;
}

const sourceChange = (
  { server, change, semver }: Wanted,
  { identity, url, defaultBranch }: SentRepository,
  delivery: string,
): SourceChange => ({
  ...change,
  mcpId: server.mcpId,
  semver,
  delivery,
  defaultBranch,
  identity,
  repoUrl: url,
});
