import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { PublicationView } from './publications.dto.js';
import { publicationView } from './publication.mapper.js';
import { PublicationSubjectReadModel } from './publication-subject.read-model.js';
import { PublicationsReadModel } from './publications.read-model.js';
import { PublicationQueue } from './publication-queue.js';
import { PublicationsRepository } from './publications.repository.js';

/** Path parameters of a publication. */
export interface PublicationPath {
  readonly mcpId: string;
  readonly versionId: string;
}

/** A verdict that was just recorded. */
export interface RecordedLevel {
  readonly snapshotId: string;
  readonly certificationLevel: number;
}

/** Publications of versions (hub contract 25). */
@Injectable()
export class Publications {
  constructor(
    private readonly changes: HubChanges,
    private readonly publications: PublicationsRepository,
    private readonly subjects: PublicationSubjectReadModel,
    private readonly readModel: PublicationsReadModel,
    private readonly audit: AuditService,
    private readonly queue: PublicationQueue,
  ) {}

  /**
   * For the transaction that records a verdict: requests that the registry learns it. A certified version is published;
   * a worse verdict goes to what the registry has already. Nothing is published of a revoked version, of one that is not
   * certified, of a preview, and of a private MCP without an organization, such as that of a scan.
   */
  async request(versionId: string, { snapshotId, certificationLevel }: RecordedLevel): Promise<void> {
    const subject = await this.subjects.find(versionId);
    if (subject === undefined || subject.revoked || subject.preview) return;
    const isInRegistry =
      subject.source?.kind === 'registry' || (await this.publications.hasStarted(versionId));
    const hasReaders = subject.orgId !== null || subject.visibility === 'public';
    if (isInRegistry || (certificationLevel > 0 && hasReaders)) {
      await this.publications.request(versionId, snapshotId);
      this.queue.wake(versionId);
    } else {
      await this.publications.cancel(versionId);
    }
  }

  /** @throws 404 for a version without a publication: one that was never certified and is not in the registry */
  async get({ mcpId, versionId }: PublicationPath): Promise<PublicationView> {
    const publication = await this.readModel.find(mcpId, versionId);
    if (publication === undefined) throw notFound('publication');
    return publicationView(publication);
  }

  /** Tries a publication again, at once. @throws 404; 409 while it runs, or when it has succeeded */
  async retry(principal: HubPrincipal, path: PublicationPath): Promise<PublicationView> {
    const { mcpId, versionId } = path;
    const subject = await this.subjects.find(versionId);
    if (subject?.mcpId !== mcpId) throw notFound('publication');
    const { orgId, mcpName } = subject;
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const locked = await this.publications.lock(mcpId, versionId);
      if (locked === undefined) throw notFound('publication');
      if (locked.status === 'RUNNING') throw conflict('the publication is being tried now');
      if (locked.status === 'DONE') throw conflict('the registry is up to date with this version');
      await this.publications.retry(versionId);
      this.queue.wake(versionId);
      const actor = actorOf(caller);
      const details = { mcp_name: mcpName, version_id: versionId };
      await this.audit.record({
        orgId,
        actor,
        action: 'mcp.publication_retried',
        resourceId: mcpId,
        details,
      });
    });
    return this.get(path);
  }
}
