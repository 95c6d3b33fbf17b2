import { Injectable } from '@nestjs/common';
import canonicalize from 'canonicalize';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { isSha256Digest, sha256Of, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { objectAddress } from '../../platform/objects/object-key.js';
import { RegistryClient } from '../../platform/registry-client/registry-client.js';
import { HubSigner } from '../../platform/signing/hub-signer.js';
import { IN_TOTO_PAYLOAD } from '@mcp-hub/client-configurations/decisions';
import type { ControlRow, SnapshotRow } from '../../catalog/snapshots/snapshots.read-model.js';
import { certificationStatement } from './attestation.js';
import { readBundleLayout } from './bundle-layout.js';
import { levelWithEvidence } from './certification-level.js';
import { startsBundle } from './foreign-manifest.js';
import { deriveManifest } from './manifest.js';
import { UnpublishableError } from './publication-error.js';
import {
  MAX_EVIDENCE_BYTES,
  type ExistingVersion,
  type VersionToPublish,
  type PublicationPlan,
} from './publication-plan.js';
import { PublicationSubjectReadModel, type PublicationSubject } from './publication-subject.read-model.js';
import type { PublicationWarningCode } from './publication-warnings.js';
import { publishedVersions, type VersionNames } from '../../catalog/mcps/published-version.js';

/** A plan and what its version lacks. */
export interface Planned {
  readonly plan: PublicationPlan;
  readonly warnings: readonly PublicationWarningCode[];
}

/** What is published of a version. */
export interface PublicationInput {
  readonly subject: PublicationSubject;
  readonly snapshot: SnapshotRow;
  readonly controls: readonly ControlRow[];
}

/** Decides what a publication sends to the registry. Reads objects; changes nothing. */
@Injectable()
export class PublicationPlanner {
  constructor(
    private readonly subjects: PublicationSubjectReadModel,
    private readonly objects: HubObjects,
    private readonly registry: RegistryClient,
    private readonly signer: HubSigner,
  ) {}

  /** @throws UnpublishableError when the version can never be published as it is; RegistryError; errors of the store */
  async plan(analyzed: PublicationInput): Promise<Planned> {
    const { source } = analyzed.subject;
    return source?.kind === 'registry' ? this.existing(analyzed, source) : this.fresh(analyzed);
  }

  /** The verdict on a version that its publisher sent to the registry. */
  private async existing(
    { snapshot }: PublicationInput,
    {
      org,
      name,
      version,
      bundle_digest: bundleDigest,
    }: Extract<PublicationSubject['source'], { kind: 'registry' }>,
  ): Promise<Planned> {
    if (!isSha256Digest(bundleDigest)) throw new Error('the digest of a source is malformed');
    if (bundleDigest !== snapshot.tarballSha256)
      throw new UnpublishableError('the analyzed bytes are not those of the version in the registry');
    const resolved = await this.registry.resolve({ org, name }, version);
    if (resolved === undefined)
      throw new UnpublishableError(`the registry has no version ${version} any more`);
    const manifest = await this.registry.manifest(org, resolved.manifest.digest);
    const layout = await readBundleLayout(await this.objects.read(snapshot.tarballKey));
    const isOwn = startsBundle(manifest, layout ?? new Set());
    const plan: ExistingVersion = {
      kind: 'existing',
      org,
      name,
      version,
      bundleDigest,
      startsBundle: isOwn,
    };
    return { plan, warnings: isOwn ? [] : ['runs_other_code'] };
  }

  private async fresh({ subject, snapshot, controls }: PublicationInput): Promise<Planned> {
    const { org, name } = await this.packageOf(subject);
    const [version = '', otherwise] = publishedVersions(namesOf({ subject, snapshot }));
    const level = levelWithEvidence({ ...snapshot, controls });
    const sbom = await this.objects.readBytes(snapshot.sbomKey, MAX_EVIDENCE_BYTES);
    const { manifest, warnings } = deriveManifest({
      packageId: `${org}/${name}`,
      version,
      description: subject.description,
      identity: snapshot.package,
      distributable: snapshot.distributable,
      surface: snapshot.surface,
      layout: await readBundleLayout(await this.objects.read(snapshot.tarballKey)),
      hasDependencies: hasDependencies(sbom),
      certification: {
        level,
        global_score: snapshot.globalScore,
        security_score: snapshot.securityScore,
        supply_chain_score: snapshot.supplyChainScore,
        maturity_score: snapshot.maturityScore,
        snapshot_id: snapshot.id,
        snapshot_hash: snapshot.snapshotHash,
        evaluated_at: snapshot.createdAt.toISOString(),
      },
    });
    const bundleDigest = objectAddress(snapshot.tarballKey).digest;
    const { visibleVersion } = subject;
    const statement = certificationStatement(
      { packageId: `${org}/${name}`, visibleVersion, bundleDigest, level },
      snapshot,
      controls,
    );
    const text = canonical(this.signer.envelope(IN_TOTO_PAYLOAD, statement));
    const size = await this.objects.size(snapshot.tarballKey);
    if (size === undefined) throw new Error('the source of an analyzed version is not stored');
    const plan: VersionToPublish = {
      kind: 'new',
      org,
      name,
      version,
      ...(otherwise !== undefined && { otherwise }),
      manifest,
      manifestDigest: digestOfManifest(manifest),
      bundle: { key: snapshot.tarballKey, digest: bundleDigest, size },
      sbom: { key: snapshot.sbomKey, digest: objectAddress(snapshot.sbomKey).digest },
      attestation: { text, digest: sha256Of(text) },
    };
    return { plan, warnings };
  }

  /** The package of an MCP: in its organization, else in that of its name's owner. @throws UnpublishableError */
  private async packageOf({ mcpName, orgSlug }: PublicationSubject): Promise<{ org: string; name: string }> {
    const [owner = '', name = ''] = mcpName.split('/');
    if (orgSlug !== null) return { org: orgSlug, name };
    // One owner per name (ADR 39): the platform's catalog does not publish into the organizations of others.
    if (await this.subjects.isOrganization(owner)) {
      throw new UnpublishableError(
        `the organization ${owner} publishes under this name; assign the MCP to it, or rename the MCP`,
      );
    }
    return { org: owner, name };
  }
}

/** What names the version of a publication. */
export const namesOf = ({
  subject,
  snapshot,
}: Pick<PublicationInput, 'subject' | 'snapshot'>): VersionNames => ({
  source: subject.source,
  semver: subject.semver,
  packageVersion: snapshot.package?.version ?? null,
  commitHash: subject.commitHash,
  landedAt: subject.landedAt,
  manifestKey: subject.manifestKey,
});

/** The same plan under its other number; undefined if there is none. */
export function underOtherNumber({ otherwise, ...plan }: VersionToPublish): VersionToPublish | undefined {
  if (otherwise === undefined) return undefined;
  const pack = plan.manifest['package'];
  const manifest = { ...plan.manifest, package: { ...(isObject(pack) ? pack : {}), version: otherwise } };
  return { ...plan, version: otherwise, manifest, manifestDigest: digestOfManifest(manifest) };
}

const digestOfManifest = (manifest: JsonObject): Sha256Digest => sha256Of(canonical(manifest));

function canonical(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('the document is not JSON');
  return text;
}

/** Whether a bill of materials lists packages that are needed at run time. */
function hasDependencies(sbom: Buffer): boolean {
  const document: unknown = JSON.parse(sbom.toString());
  const components = isObject(document) ? document['components'] : undefined;
  return (
    Array.isArray(components) &&
    components.some((component) => isObject(component) && (component['scope'] ?? 'required') === 'required')
  );
}
