import type { RepositoryFacts } from '@mcp-hub/sources';
import { Injectable } from '@nestjs/common';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import { RepositoryIdentity } from '../../../catalog/repository-identity/repository-identity.service.js';
import type { PendingChange } from '../../../catalog/source-events/source-events.repository.js';
import type { Answer, CodeHostSession } from './code-host-session.js';

/**
 * Whether a change is about the repository of its MCP: `own`; `foreign`, and without an effect; or not known yet, because
 * its code host does not say whether an address has changed.
 */
export type Belonging =
  | { readonly is: 'own' | 'foreign' }
  | { readonly is: 'unknown'; readonly reason: string };

const OWN: Belonging = { is: 'own' };
const FOREIGN: Belonging = { is: 'foreign' };

const identityOf = ({ host, id }: RepositoryFacts): string => `${host}#${id}`;

/**
 * Finds out whether a change is about the repository of its MCP, and follows that to another address (ADR 84). What the
 * code host answers counts; without an answer, what the signed delivery says, except that nothing moves to an address
 * about which a host that can be reached says nothing.
 */
@Injectable()
export class SourceRepository {
  constructor(private readonly identities: RepositoryIdentity) {}

  async settle(change: PendingChange, session: CodeHostSession): Promise<Belonging> {
    const { identity, knownIdentity, isConfirmed, takenBy } = change;
    const isKnown = isConfirmed && knownIdentity === identity;
    if (isSent(change)) {
      if (knownIdentity !== null && knownIdentity !== identity) return this.contested(change, session);
      if (isMoved(change))
        return isKnown ? this.followKnown(change, session) : this.followNew(change, session);
    }
    return isKnown && takenBy === null ? OWN : this.confirm(change, session);
  }

  /** Asks which repository is at the address. */
  private async confirm(change: PendingChange, session: CodeHostSession): Promise<Belonging> {
    const { mcpId, repoUrl, identity, knownIdentity, isConfirmed, delivery } = change;
    const { said } = await session.repository(repoUrl);
    if (said === undefined) return OWN;
    const found = identityOf(said);
    if (isConfirmed && knownIdentity !== found) {
      await this.identities.taken(mcpId, { identity: found, delivery });
      return FOREIGN;
    }
    await this.identities.bind(mcpId, found, true);
    if (isSent(change) && identity !== found) return this.refuse(change);
    // Hosts redirect the address of a repository that has been renamed.
    if (isConfirmed)
      await this.identities.moved(mcpId, addressOf(said, repoUrl), { identity: found, delivery });
    return OWN;
  }

  /** Another repository than the known one sends from its address. */
  private async contested(change: Sent, session: CodeHostSession): Promise<Belonging> {
    const { mcpId, repoUrl, identity, knownIdentity, isConfirmed, delivery } = change;
    const { said } = await session.repository(repoUrl);
    const found = said === undefined ? undefined : identityOf(said);
    if (found !== undefined && (!isConfirmed || found === knownIdentity)) {
      await this.identities.bind(mcpId, found, true);
      return found === identity ? OWN : FOREIGN;
    }
    await this.identities.taken(mcpId, { identity: found ?? identity, delivery });
    return FOREIGN;
  }

  /** The known repository sends from another address. */
  private async followKnown(change: Moved, session: CodeHostSession): Promise<Belonging> {
    const { mcpId, identity, delivery, sentUrl } = change;
    const answer = await session.repository(sentUrl);
    const unclear = unclearMove(answer);
    if (unclear !== undefined) return unclear;
    if (answer.said !== undefined && identityOf(answer.said) !== identity) return this.refuse(change);
    const url = answer.said === undefined ? sentUrl : addressOf(answer.said, sentUrl);
    await this.identities.moved(mcpId, url, { identity, delivery });
    return OWN;
  }

  /**
   * A repository says that it had the address until now. Only its code host knows: it redirects that address, unless
   * another repository has it.
   */
  private async followNew(change: Moved, session: CodeHostSession): Promise<Belonging> {
    const { mcpId, identity, delivery, sentUrl, repoUrl } = change;
    const answer = await session.repository(repoUrl);
    const unclear = unclearMove(answer);
    if (unclear !== undefined) return unclear;
    const found = answer.said === undefined ? identity : identityOf(answer.said);
    await this.identities.bind(mcpId, found, answer.said !== undefined);
    if (found !== identity) return this.refuse(change);
    await this.identities.moved(mcpId, sentUrl, { identity, delivery });
    return OWN;
  }

  private async refuse({ mcpId, identity, delivery }: Sent): Promise<Belonging> {
    await this.identities.refused(mcpId, { identity, delivery });
    return FOREIGN;
  }
}

/** A change whose sender names the repository. */
type Sent = PendingChange & { readonly identity: string };
/** A change whose sender has another address for the repository than the MCP. */
type Moved = Sent & { readonly sentUrl: string };

const isSent = (change: PendingChange): change is Sent => change.identity !== null;
const isMoved = (change: Sent): change is Moved =>
  change.sentUrl !== null && repositoryKey(change.sentUrl) !== repositoryKey(change.repoUrl);

/** A host that answers, but not which repository is at the address, leaves it open whether that has moved. */
const unclearMove = ({ said, error }: Answer<RepositoryFacts>): Belonging | undefined =>
  said !== undefined || error.isUnreachable ? undefined : { is: 'unknown', reason: error.message };

/** The page of a repository as its host names it, if that is on the host. */
const addressOf = ({ host, url }: RepositoryFacts, fallback: string): string =>
  repositoryKey(url).startsWith(`${host}/`) ? url : fallback;
