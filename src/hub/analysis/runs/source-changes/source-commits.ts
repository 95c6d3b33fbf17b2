import type { ResolvedRef, SourceError } from '@mcp-hub/sources';
import { Injectable } from '@nestjs/common';
import { currentTime } from '../../../../common/values/clock.js';
import type { VersionKind } from '../../../catalog/intake/version-intake.js';
import { followedBranch, meaningOf, type RefMeaning } from '../../../catalog/mcps/followed-refs.js';
import {
  SourceEventsRepository,
  type PendingChange,
} from '../../../catalog/source-events/source-events.repository.js';
import type { CodeHostSession } from './code-host-session.js';
import { SourceVersionsRepository } from './source-versions.repository.js';

/** A commit that becomes a version. */
export interface CommitToTake {
  readonly commit: string;
  readonly ref: string;
  readonly kind: VersionKind;
  /** The version that a tag names. */
  readonly semver: string | null;
  /** Whether the code host was asked what the followed branch is at, and has answered with this commit. */
  readonly isHead?: boolean;
}

/** Why the code host has to be asked again, and whether it may answer then. */
export interface Unanswered {
  readonly reason: string;
  readonly mayPass: boolean;
}

/** What a change comes to: commits in the order in which they become versions, or what its code host did not say. */
export interface TakenCommits {
  readonly commits: readonly CommitToTake[];
  /** Undefined if the change is done with. */
  readonly unanswered?: Unanswered;
}

const NOTHING: TakenCommits = { commits: [] };
const NO_DEFAULT_BRANCH: Unanswered = {
  reason: 'the code host does not name the default branch of the repository',
  mayPass: true,
};
const NOT_SPREAD: Unanswered = { reason: 'the code host has another commit than it has sent', mayPass: true };

// How long a host may take until it has everywhere what it has sent.
const SPREAD_WITHIN_MS = 60_000;
const isFresh = ({ createdAt }: PendingChange): boolean =>
  currentTime() - createdAt.getTime() < SPREAD_WITHIN_MS;

/** Whether a host has answered that there is no such branch or tag. */
const isGone = (error: SourceError | undefined): boolean => error?.code === 'not_found';

/** Whether it refuses to say: the repository may not be public, or the host limits requests. */
const isDenied = (error: SourceError | undefined): boolean => error?.code === 'denied';

/** Whether a host may answer later: also about a branch or tag that it has just announced. */
const mayBeThere = (error: SourceError, change: PendingChange): boolean =>
  error.isRetryable || isDenied(error) || (isGone(error) && change.ref !== 'HEAD' && isFresh(change));

/**
 * Decides which commits of a changed repository become versions, and of which kind (ADR 83). Deliveries come late, twice
 * and in any order, so what the code host has now counts; what was sent counts if the host does not answer. A branch or tag
 * that it says it does not have makes no version.
 */
@Injectable()
export class SourceCommits {
  constructor(
    private readonly versions: SourceVersionsRepository,
    private readonly events: SourceEventsRepository,
  ) {}

  async of(change: PendingChange, session: CodeHostSession): Promise<TakenCommits> {
    const wanted = change.ref === 'HEAD' ? (followedBranch(change) ?? 'HEAD') : change.ref;
    const { said, error } = await session.ref(change.repoUrl, wanted);
    const ref = said?.ref ?? wanted;
    const meaning: RefMeaning =
      change.semver === null
        ? meaningOf(change, ref, said?.defaultBranch ?? change.defaultBranch)
        : { kind: 'release', semver: change.semver };
    if (meaning.kind === 'nothing') return NOTHING;
    const unanswered = error && { reason: error.message, mayPass: mayBeThere(error, change) };
    if (unanswered !== undefined && (isGone(error) || isDenied(error))) return { commits: [], unanswered };
    const take = (
      commit: string | null | undefined,
      kind: VersionKind,
      semver: string | null,
    ): TakenCommits => {
      if (commit != null) return { commits: [{ commit, ref, kind, semver }] };
      return unanswered === undefined ? NOTHING : { commits: [], unanswered };
    };
    switch (meaning.kind) {
      case 'release':
        return take(said?.commit ?? change.commit, 'release', meaning.semver);
      case 'preview':
        return take(change.commit ?? said?.commit, 'preview', null);
      case 'unknown':
        // Whoever looks at the versions sees it; it is more once the host has said that it is the default branch.
        return { ...take(change.commit, 'preview', null), unanswered: unanswered ?? NO_DEFAULT_BRANCH };
      case 'branch': {
        const commits = await this.ofBranch(change, said, session);
        if (commits === undefined) return { commits: [], unanswered: unanswered ?? NOT_SPREAD };
        const isHead = change.commit === null || (await this.hasMovedOn(change, said, session));
        return { commits: commits.map((commit) => ({ commit, ref, kind: 'branch', semver: null, isHead })) };
      }
    }
  }

  /** The new commits of the followed branch, the newest last; undefined if the host has to be asked again. */
  private async ofBranch(
    change: PendingChange,
    said: ResolvedRef | undefined,
    session: CodeHostSession,
  ): Promise<readonly string[] | undefined> {
    const { commit: sent, mcpId } = change;
    if (said === undefined) {
      if (sent === null) return undefined;
      const isOld = (await this.events.isFollowed(change)) || (await this.isBack(change, sent, session));
      return isOld ? [] : [sent];
    }
    const head = said.commit;
    // What is asked for besides, after a new name for example, does not take the branch back, unless it is another branch.
    if (sent === null) return change.isForward && (await this.isBehind(change, head, session)) ? [] : [head];
    if (sent === head) return (await this.isBack(change, head, session)) ? [] : [head];
    // The branch has moved on since, or back; or the delivery is late.
    if (await this.versions.hasCommit(mcpId, head)) return isFresh(change) ? undefined : [];
    if (!change.isForward) return (await this.isBehind(change, head, session)) ? [] : [head];
    const isBack = (await session.isBefore(change.repoUrl, head, sent)).said === true;
    return isBack ? [sent] : [sent, head];
  }

  /**
   * Whether the host confirms that the branch has come to a known commit from the one that counts as its last: another
   * branch may have had that before.
   */
  private async hasMovedOn(
    { mcpId, repoUrl, commit, previous, isForward }: PendingChange,
    said: ResolvedRef | undefined,
    session: CodeHostSession,
  ): Promise<boolean> {
    const head = said?.commit;
    if (head === undefined || head !== commit || !(await this.versions.hasCommit(mcpId, head))) return false;
    const last = await this.versions.lastCommit(mcpId);
    if (last === undefined || last === head) return false;
    if (isForward && previous === last) return true;
    return (await session.isBefore(repoUrl, last, head)).said === true;
  }

  /** Whether a commit is before the last one that a branch has reached. */
  private async isBehind(
    { mcpId, repoUrl }: PendingChange,
    commit: string,
    session: CodeHostSession,
  ): Promise<boolean> {
    const last = await this.versions.lastCommit(mcpId);
    if (last === undefined || last === commit) return false;
    return (await session.isBefore(repoUrl, commit, last)).said === true;
  }

  /** Whether a branch was moved back to one of its older commits. */
  private async isBack(
    { isForward, previous, repoUrl, mcpId }: PendingChange,
    commit: string,
    session: CodeHostSession,
  ): Promise<boolean> {
    if (isForward || previous === null) return false;
    // Without an answer, a commit that is known already is an older one, and becomes no version again.
    if (await this.versions.hasCommit(mcpId, commit)) return true;
    return (await session.isBefore(repoUrl, commit, previous)).said === true;
  }
}
