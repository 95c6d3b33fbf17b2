import type { Writable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { sharedResults } from '../../common/concurrency/shared-results.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { forbidden, notFound, type ApiError } from '../../common/errors/api-error.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  ARTIFACT_STORE,
  type ArtifactAddress,
  type ArtifactStore,
  type ByteRange,
  type DownloadForm,
} from '../../storage/artifacts/artifact-store.js';
import { requireStored } from '../../storage/artifacts/require-stored.js';
import { addressOf, artifactPart, type ArtifactName } from './artifact-name.js';
import { artifactResource } from '../resources.js';
import { ArtifactsRepository, type DownloadRow } from './artifacts.repository.js';
import { PresignedUploadsService } from './presigned-uploads.service.js';

/** A stored artifact that the caller may download. */
export interface ArtifactDownload {
  readonly name: ArtifactName;
  readonly sizeBytes: number;
  /** Whether anyone may download it, so that shared caches may store it. */
  readonly open: boolean;
  /** Presigned URL for the client; undefined if the registry sends the bytes. */
  readonly redirect: ((form: DownloadForm) => Promise<string>) | undefined;
  /** @throws DamagedObjectError unless the store has as many bytes */
  requireStored(): Promise<void>;
  /** Writes the bytes to an HTTP response and ends it. */
  send(answer: Writable, range?: ByteRange): Promise<void>;
}

// How many artifacts are known to be stored, and for how long: each download would cost another request to the store.
const MAX_KNOWN = 10_000;
const KNOWN_MS = 10 * 60_000;

/** Serves stored artifacts (registry contract 11). */
@Injectable()
export class DownloadService {
  /** Artifacts that were found in the store. */
  private readonly stored = sharedResults<true>(MAX_KNOWN, KNOWN_MS);

  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly uploads: PresignedUploadsService,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @throws 401 or 403 without permission, whether the artifact exists or not; 404 for bytes that the organization does
   * not have.
   */
  async find(
    principal: RegistryPrincipal,
    artifact: ArtifactName,
    signal: AbortSignal,
  ): Promise<ArtifactDownload> {
    const row = await this.row(principal, artifact, signal);
    const open = row?.isPublic === true && this.config.public.downloadArtifacts;
    this.authorize(principal, artifact, row, open);
    if (row === undefined) throw await this.missing(principal, artifact);
    const { presigning } = this.store;
    const address = addressOf(artifact);
    const sizeBytes = Number(row.sizeBytes);
    return {
      name: artifact,
      sizeBytes,
      open,
      redirect:
        presigning &&
        (async (form) => {
          await this.requireStoredLately(address, sizeBytes);
          return presigning.download(address, form);
        }),
      requireStored: () => requireStored(this.store, address, sizeBytes),
      send: (answer, range) => this.store.send(address, answer, { sizeBytes, range }),
    };
  }

  /** 404, or why a caller with rights in a suspended organization gets nothing. */
  private async missing(principal: RegistryPrincipal, artifact: ArtifactName): Promise<ApiError> {
    const organization = await this.organizations.find(artifact.org);
    return organization?.suspended === true && mayHave(principal, artifact)
      ? organizationSuspended(artifact.org)
      : notFound('artifact');
  }

  /** The store answers the redirected client, and would not say what is wrong. @throws DamagedObjectError */
  private async requireStoredLately(address: ArtifactAddress, sizeBytes: number): Promise<void> {
    const { orgKey, kind, digest } = address;
    await this.stored.forceFetch(`${orgKey}/${kind}/${digest}`, {
      context: async () => {
        await requireStored(this.store, address, sizeBytes);
        return true;
      },
    });
  }

  /** The row of an artifact. A presigned upload is verified here, but only for callers who may download it. */
  private async row(
    principal: RegistryPrincipal,
    artifact: ArtifactName,
    signal: AbortSignal,
  ): Promise<DownloadRow | undefined> {
    const row = await this.artifacts.findForDownload(artifact.org, artifact);
    if (row !== undefined || !this.uploads.canBePending || !mayHave(principal, artifact)) return row;
    const organization = await this.organizations.find(artifact.org);
    if (organization === undefined) return undefined;
    if (organization.suspended) throw organizationSuspended(artifact.org);
    await this.uploads.accept(organization, artifact, signal);
    return this.artifacts.findForDownload(artifact.org, artifact);
  }

  private authorize(
    principal: RegistryPrincipal,
    artifact: ArtifactName,
    row: DownloadRow | undefined,
    open: boolean,
  ): void {
    if (open) return;
    if (!mayHave(principal, artifact)) {
      throw principal.isAnonymous ? unauthorized('missing') : forbidden({ scope: scopeFor(artifact) });
    }
    if (row?.onlyRevoked === true) principal.require('mcp:resolve:prepublish', resourceOf(artifact));
  }
}

const resourceOf = (artifact: ArtifactName): string =>
  artifactResource(artifact.org, artifact.digest, artifactPart(artifact));

const scopeFor = ({ kind }: ArtifactName): 'evidence:read' | 'artifact:download' =>
  kind === 'evidence' ? 'evidence:read' : 'artifact:download';

const mayHave = (principal: RegistryPrincipal, artifact: ArtifactName): boolean =>
  principal.can(scopeFor(artifact), resourceOf(artifact));
