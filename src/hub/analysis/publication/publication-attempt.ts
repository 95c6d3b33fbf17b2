import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { NewestVersions } from '../../catalog/newest-versions/newest-versions.js';
import { LostClaimError } from './publication-error.js';
import { PublicationEvents } from './publication-events.js';
import { PublicationInputs } from './publication-inputs.js';
import { namesOf, type PublicationInput } from './publication-planner.js';
import { PublicationSender, type Sent } from './publication-sender.js';
import { PublicationsRepository, type ClaimedPublication } from './publications.repository.js';
import { publishedKey } from '../../catalog/mcps/published-version.js';

/** One attempt to bring the registry up to date with a version's newest snapshot. */
@Injectable()
export class PublicationAttempt {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly publications: PublicationsRepository,
    private readonly inputs: PublicationInputs,
    private readonly sender: PublicationSender,
    private readonly events: PublicationEvents,
    private readonly newest: NewestVersions,
  ) {}

  /**
   * @throws LostClaimError, PublicationSuspendedError, UnpublishableError, RegistryError, errors of the store and the
   * database
   */
  async run(claimed: ClaimedPublication): Promise<void> {
    const analyzed = await this.inputs.read(claimed);
    if (analyzed === undefined) return;
    const sent = await this.sender.send(claimed, analyzed);
    await this.uow.run(async () => {
      const { versionId, snapshotId } = claimed;
      const mcpId = await this.publications.lockMcpOf(versionId);
      const verdict = await this.publications.recordVerdict(versionId, snapshotId, sent.level);
      if (!(await this.publications.succeed(claimed, sent.isPublished))) throw new LostClaimError();
      if (mcpId !== undefined) await this.recordNumber(mcpId, analyzed, sent);
      if (verdict === undefined) return;
      const isFirst = claimed.publishedAt === null;
      await this.events.record(analyzed, sent, { ...verdict, isFirst });
    });
  }

  /** What the registry has published under a number is released under it (ADR 81). */
  private async recordNumber(
    mcpId: string,
    { subject, snapshot }: PublicationInput,
    { plan, isPublished }: Sent,
  ): Promise<void> {
    if (!isPublished || plan.kind !== 'new') return;
    const { versionId, releaseKey: before } = subject;
    const key = publishedKey(before, plan.version, namesOf({ subject, snapshot }));
    if (key !== null) await this.publications.recordKey(versionId, before, key);
    await this.newest.follow(mcpId);
  }
}
