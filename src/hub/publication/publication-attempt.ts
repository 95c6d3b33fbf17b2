import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { SnapshotsReadModel } from '../snapshots/snapshots.read-model.js';
import { LostClaimError, PublicationSuspendedError, UnpublishableError } from './publication-error.js';
import type { PublicationInput } from './publication-planner.js';
import { PublicationEvents } from './publication-events.js';
import { PublicationSender } from './publication-sender.js';
import { PublicationSubjectReadModel } from './publication-subject.read-model.js';
import { PublicationsRepository, type ClaimedPublication } from './publications.repository.js';

/** One attempt to bring the registry up to date with a version's newest snapshot. */
@Injectable()
export class PublicationAttempt {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly publications: PublicationsRepository,
    private readonly subjects: PublicationSubjectReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly sender: PublicationSender,
    private readonly events: PublicationEvents,
  ) {}

  /**
   * @throws LostClaimError, PublicationSuspendedError, UnpublishableError, RegistryError, errors of the store and the
   * database
   */
  async run(claimed: ClaimedPublication): Promise<void> {
    const analyzed = await this.read(claimed);
    if (analyzed === undefined) return;
    const sent = await this.sender.send(claimed, analyzed);
    await this.uow.run(async () => {
      const { versionId, snapshotId } = claimed;
      const verdict = await this.publications.recordVerdict(versionId, snapshotId, sent.level);
      if (!(await this.publications.succeed(claimed, sent.isPublished))) throw new LostClaimError();
      if (verdict === undefined) return;
      const isFirst = claimed.publishedAt === null;
      await this.events.record(analyzed, sent, { ...verdict, isFirst });
    });
  }

  private async read({ versionId, snapshotId }: ClaimedPublication): Promise<PublicationInput | undefined> {
    const subject = await this.subjects.find(versionId);
    if (subject === undefined) return undefined;
    if (subject.withdrawn) throw new PublicationSuspendedError();
    if (subject.revoked) throw new UnpublishableError('the version is revoked');
    const snapshot = await this.snapshots.find(snapshotId);
    if (snapshot === undefined) throw new Error('the snapshot of a publication does not exist');
    return { subject, snapshot, controls: await this.snapshots.controlsOf(snapshotId) };
  }
}
