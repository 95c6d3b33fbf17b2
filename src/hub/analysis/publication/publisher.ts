import { HIGHEST_WITHOUT_EVIDENCE } from '@mcp-hub/analyzer/catalogs';
import { Inject, Injectable } from '@nestjs/common';
import { isRepositoryUrl } from '../../../common/values/repository-url.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { RegistryClient } from '../../platform/registry-client/registry-client.js';
import type {
  RegistryPublication,
  RegistryVerdict,
  RegistryWarning,
} from '../../platform/registry-client/registry-documents.js';
import { RegistryError } from '../../platform/registry-client/registry-error.js';
import { levelWithEvidence } from './certification-level.js';
import { providerOf } from './repository-provider.js';
import { UnpublishableError } from './publication-error.js';
import { MAX_EVIDENCE_BYTES, type ExistingVersion, type VersionToPublish } from './publication-plan.js';
import type { PublicationInput } from './publication-planner.js';
import type { PublicationSubject } from './publication-subject.read-model.js';

const MAX_DESCRIPTION = 2000;

/** Called between two requests; throws to stop the attempt. */
export type Checkpoint = () => Promise<void>;

/** The registry has other content under the number of a plan. */
export class NumberTakenError extends Error {
  override readonly name = 'NumberTakenError';
}

/**
 * Sends a version to the registry (ADR 58). Each request can be repeated without effect, so that an attempt after a
 * crash repeats all of them.
 */
@Injectable()
export class Publisher {
  constructor(
    private readonly registry: RegistryClient,
    private readonly objects: HubObjects,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Publishes a version with bundle, evidence and verdict.
   * @returns its level, and the registry's warnings
   * @throws NumberTakenError, UnpublishableError, RegistryError, errors of the store and of `next`
   */
  async publish(
    plan: VersionToPublish,
    analyzed: PublicationInput,
    next: Checkpoint,
  ): Promise<{ readonly level: number; readonly warnings: readonly RegistryWarning[] }> {
    const { org, version } = plan;
    const lacksBundle = await this.register(plan, analyzed);
    await next();
    await this.uploadEvidence(plan);
    await next();
    const level = levelWithEvidence({ ...analyzed.snapshot, controls: analyzed.controls });
    await this.registry.certify(plan, version, { ...this.verdictOf(plan, analyzed), level });
    await next();
    const upload = (): Promise<void> => this.uploadBundle(org, plan);
    if (lacksBundle) await upload();
    return { level, warnings: await this.release(plan, upload) };
  }

  /** Sends the verdict on a version that the registry has. @throws UnpublishableError, RegistryError */
  async certify(
    plan: VersionToPublish | ExistingVersion,
    { snapshot, controls }: Pick<PublicationInput, 'snapshot' | 'controls'>,
  ): Promise<number> {
    const level = levelOf(plan, { snapshot, controls });
    const content =
      plan.kind === 'new'
        ? { bundle_digest: plan.bundle.digest, manifest_digest: plan.manifestDigest }
        : { bundle_digest: plan.bundleDigest };
    const verdict = { ...verdictOn(snapshot), ...content, level };
    await this.registry.certify(plan, plan.version, verdict).catch((error: unknown) => {
      if (error instanceof RegistryError && error.status === 409) {
        throw new UnpublishableError(`the registry has other content under ${plan.version}`, {
          cause: error,
        });
      }
      throw error;
    });
    return level;
  }

  /** Sends the verdict on the same bytes under the numbers that they had before. @throws RegistryError */
  async certifyEarlier(
    plan: VersionToPublish,
    { snapshot, controls }: Pick<PublicationInput, 'snapshot' | 'controls'>,
  ): Promise<void> {
    const level = levelOf(plan, { snapshot, controls });
    for (const { version, bundleDigest, manifestDigest } of plan.earlier ?? []) {
      const content = { bundle_digest: bundleDigest, manifest_digest: manifestDigest };
      const verdict = { ...verdictOn(snapshot), ...content, level };
      await this.registry.certify(plan, version, verdict).catch((error: unknown) => {
        // It is gone, or somebody else has that number.
        if (!(error instanceof RegistryError) || (error.status !== 404 && error.status !== 409)) throw error;
      });
    }
  }

  /**
   * Removes what an attempt has registered under a number that the version does not have any more. What cannot be removed,
   * because its bundle is stored, is published: it has the same bytes, and the name of the version in the hub.
   * @returns whether the registry still has it
   * @throws RegistryError, errors of `next`
   */
  async giveUp(plan: VersionToPublish, analyzed: PublicationInput, next: Checkpoint): Promise<boolean> {
    // Under that number, somebody else may have published other content.
    if ((await this.ownerOf(plan, analyzed)) !== 'hub') return false;
    await next();
    try {
      await this.registry.remove(plan, plan.version);
      return false;
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      if (error.status === 404) return false;
      // An earlier version of the registry lets no service remove anything.
      if (error.status !== 403 && error.status !== 409) throw error;
      const { status, bundle_stored: isStored } = error.details;
      if (status === 'ingested' && isStored === true && analyzed.snapshot.certificationLevel > 0) {
        await next();
        await this.registry.setStatus(plan, plan.version, 'published');
      }
      return true;
    }
  }

  /**
   * Registers the version, unless an earlier attempt has.
   * @returns whether the registry says that it lacks the bundle
   */
  private async register(plan: VersionToPublish, analyzed: PublicationInput): Promise<boolean> {
    try {
      await this.registry.publish(plan, this.requestOf(plan, analyzed));
      return false;
    } catch (error) {
      if (!(error instanceof RegistryError) || error.status !== 409) throw error;
      const { same_request: isSame, bundle_stored: isStored } = error.details;
      // The request names the attestation, which only the hub signs.
      if (isSame !== true) await this.requireOwn(plan, analyzed, error);
      return isStored === false;
    }
  }

  private async requireOwn(
    plan: VersionToPublish,
    analyzed: PublicationInput,
    conflict: RegistryError,
  ): Promise<void> {
    const owner = await this.ownerOf(plan, analyzed);
    if (owner === 'other') throw new NumberTakenError(conflict.message);
    // Without such a version, the conflict is about a name or an alias.
    if (owner === 'nobody') throw new UnpublishableError(conflict.message, { cause: conflict });
  }

  /**
   * Whose content the registry has under the number of a plan: it accepts a verdict on this manifest and bundle only if it
   * has them. @throws RegistryError
   */
  private async ownerOf(
    plan: VersionToPublish,
    analyzed: PublicationInput,
  ): Promise<'hub' | 'other' | 'nobody'> {
    const verdict = this.verdictOf(plan, analyzed);
    try {
      await this.registry.certify(plan, plan.version, { ...verdict, level: lowered(verdict.level) });
      return 'hub';
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      if (error.status === 409) return 'other';
      if (error.status === 404) return 'nobody';
      throw error;
    }
  }

  private async uploadEvidence({ org, sbom, attestation }: VersionToPublish): Promise<void> {
    const document = await this.objects.readBytes(sbom.key, MAX_EVIDENCE_BYTES);
    await this.registry.uploadEvidence(org, sbom.digest, 'sbom', document);
    const envelope = new Uint8Array(Buffer.from(attestation.text));
    await this.registry.uploadEvidence(org, attestation.digest, 'attestation', envelope);
  }

  private async uploadBundle(org: string, { bundle }: VersionToPublish): Promise<void> {
    await this.registry.uploadBundle(org, bundle.digest, await this.objects.read(bundle.key));
  }

  /** Publishes a registered version. The bundle is uploaded only if the registry lacks it. */
  private async release(plan: VersionToPublish, upload: () => Promise<void>): Promise<RegistryWarning[]> {
    try {
      return await this.registry.setStatus(plan, plan.version, 'published');
    } catch (error) {
      if (!(error instanceof RegistryError) || error.status !== 409) throw error;
    }
    await upload();
    try {
      return await this.registry.setStatus(plan, plan.version, 'published');
    } catch (error) {
      if (!(error instanceof RegistryError) || error.status !== 409) throw error;
      throw new UnpublishableError(error.message, { cause: error });
    }
  }

  private verdictOf(plan: VersionToPublish, { snapshot }: PublicationInput): RegistryVerdict {
    return {
      ...verdictOn(snapshot),
      bundle_digest: plan.bundle.digest,
      manifest_digest: plan.manifestDigest,
    };
  }

  private requestOf(plan: VersionToPublish, { subject, snapshot }: PublicationInput): RegistryPublication {
    const { commitHash, description, source, visibility, visibleVersion } = subject;
    const repoUrl = this.repositoryOf(subject);
    const short = description.slice(0, MAX_DESCRIPTION);
    return {
      version: plan.version,
      bundle_digest: plan.bundle.digest,
      bundle_size_bytes: plan.bundle.size,
      manifest_json: plan.manifest,
      git_sha: commitHash,
      repo_url: repoUrl,
      repo_visibility: visibility,
      repo_provider: providerOf(repoUrl),
      repo_ref: source?.kind === 'repository' && source.ref !== '' ? source.ref : visibleVersion,
      repo_commit: commitHash,
      // Before its evidence is stored, no version has level 3.
      certification_level: lowered(snapshot.certificationLevel),
      evidence_digests: [...new Set([plan.sbom.digest, plan.attestation.digest])],
      visibility,
      ...(short !== '' && { description: short }),
      // The first number of a version has its name in the hub.
      aliases: plan.earlier === undefined ? [visibleVersion] : [],
    };
  }

  /** Pushed packages may have no repository; their page in the hub stands for it. */
  private repositoryOf({ mcpId, repoUrl }: PublicationSubject): string {
    return isRepositoryUrl(repoUrl) ? repoUrl : `${this.config.http.publicUrl}/api/v1/mcps/${mcpId}`;
  }
}

/** A level that needs no evidence. */
const lowered = (level: number): number => Math.min(level, HIGHEST_WITHOUT_EVIDENCE);

const verdictOn = (snapshot: PublicationInput['snapshot']): RegistryVerdict => ({
  level: snapshot.certificationLevel,
  global_score: snapshot.globalScore,
  snapshot_id: snapshot.id,
  evaluated_at: snapshot.createdAt.toISOString(),
});

/** Evidence is stored with the versions that the hub publishes; what others publish has at most level 2. */
function levelOf(
  plan: VersionToPublish | ExistingVersion,
  { snapshot, controls }: Pick<PublicationInput, 'snapshot' | 'controls'>,
): number {
  if (plan.kind === 'new') return levelWithEvidence({ ...snapshot, controls });
  return plan.startsBundle ? snapshot.certificationLevel : 0;
}
