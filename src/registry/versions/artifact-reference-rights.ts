import { Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import type { PackageName } from '../packages/package-name.js';
import { artifactResource } from '../resources.js';

/** Artifacts that a version names and its publisher has no right to: it is as if they were not stored. */
export interface WithheldArtifacts {
  readonly bundle: boolean;
  readonly evidence: readonly Sha256Digest[];
}

/**
 * The permission to reference artifacts from a version. A version exposes its bundle to everyone who may download the
 * version, and shows which evidence is stored. So artifacts of other packages are withheld from versions of callers who
 * may not download them and could not have uploaded them. That nothing refuses them keeps secret what is stored (ADR 10).
 */
@Injectable()
export class ArtifactReferenceRights {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  /** Which of the artifacts that a version of the caller names are withheld from it. */
  async withheld(
    principal: RegistryPrincipal,
    name: PackageName,
    { bundle, evidence }: { readonly bundle: Sha256Digest; readonly evidence: readonly Sha256Digest[] },
  ): Promise<WithheldArtifacts> {
    return {
      bundle:
        !this.mayReferenceBundle(principal, name.org, bundle) &&
        (await this.artifacts.isBundleOfOthers(name, bundle)),
      evidence: await this.withheldEvidence(principal, name, evidence),
    };
  }

  /** Whether a caller may download a bundle, or could have uploaded it. */
  mayReferenceBundle(principal: RegistryPrincipal, org: string, digest: Sha256Digest): boolean {
    const resource = artifactResource(org, digest, 'bundle');
    return principal.can('mcp:publish', resource) || principal.can('artifact:download', resource);
  }

  /** The right to evidence is one to every kind that it is stored as, because a version shows all of them. */
  private async withheldEvidence(
    principal: RegistryPrincipal,
    name: PackageName,
    digests: readonly Sha256Digest[],
  ): Promise<Sha256Digest[]> {
    const resource = (digest: Sha256Digest, part: string): string => artifactResource(name.org, digest, part);
    // Callers who may presign evidence may upload it as any kind.
    const inDoubt = digests.filter((digest) => !principal.can('mcp:publish', resource(digest, 'evidence')));
    if (inDoubt.length === 0) return [];
    const others = await this.artifacts.evidenceOfOthers(name, inDoubt);
    return others
      .filter(({ digest, kinds }) => {
        const mayUpload = (kind: string): boolean =>
          principal.can('mcp:publish', resource(digest, `evidence/${kind}`));
        return kinds.length === 0 || !kinds.every(mayUpload);
      })
      .map(({ digest }) => digest);
  }
}
