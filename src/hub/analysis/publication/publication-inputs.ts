import { Injectable } from '@nestjs/common';
import { SnapshotsReadModel } from '../../catalog/snapshots/snapshots.read-model.js';
import { PublicationSuspendedError, UnpublishableError } from './publication-error.js';
import type { PublicationInput } from './publication-planner.js';
import { PublicationSubjectReadModel } from './publication-subject.read-model.js';
import type { ClaimedPublication } from './publications.repository.js';

/** Reads what publications are about. */
@Injectable()
export class PublicationInputs {
  constructor(
    private readonly subjects: PublicationSubjectReadModel,
    private readonly snapshots: SnapshotsReadModel,
  ) {}

  /** Undefined if the version was deleted. @throws PublicationSuspendedError, UnpublishableError */
  async read({ versionId, snapshotId }: ClaimedPublication): Promise<PublicationInput | undefined> {
    const subject = await this.subjects.find(versionId);
    if (subject === undefined) return undefined;
    if (subject.withdrawn) throw new PublicationSuspendedError();
    if (subject.revoked) throw new UnpublishableError('the version is revoked');
    const snapshot = await this.snapshots.find(snapshotId);
    if (snapshot === undefined) throw new Error('the snapshot of a publication does not exist');
    return { subject, snapshot, controls: await this.snapshots.controlsOf(snapshotId) };
  }
}
