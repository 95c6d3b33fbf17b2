import { Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../access/registry-principal.js';
import { forbidden } from '../../common/errors/api-error.js';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import type { PackageName } from '../packages/package-name.js';
import { artifactResource } from '../resources.js';

/**
 * The permission to reference artifacts from a version. A version exposes its bundle to everyone who may download the
 * version, and shows which evidence is stored. So artifacts of other packages may be referenced only by callers who may
 * download them or could have uploaded them (ADR 10).
 */
@Injectable()
export class ArtifactReferenceRights {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  /** @throws 403, which does not reveal what is stored */
  async requireForBundle(
    principal: RegistryPrincipal,
    name: PackageName,
    digest: Sha256Digest,
  ): Promise<void> {
    const resource = artifactResource(name.org, digest, 'bundle');
    if (principal.can('mcp:publish', resource) || principal.can('artifact:download', resource)) return;
    if (!(await this.artifacts.isBundleOfOthers(name, digest))) return;
    throw forbidden({ field: 'bundle_digest', scope: 'artifact:download', resource });
  }

  /** Requires permission for every evidence kind, because a version shows all of them. @throws 403 likewise */
  async requireForEvidence(
    principal: RegistryPrincipal,
    name: PackageName,
    digests: readonly Sha256Digest[],
  ): Promise<void> {
    const resource = (digest: Sha256Digest, part: string): string => artifactResource(name.org, digest, part);
    // Callers who may presign evidence may upload it as any kind.
    const inDoubt = digests.filter((digest) => !principal.can('mcp:publish', resource(digest, 'evidence')));
    if (inDoubt.length === 0) return;
    for (const { digest, kinds } of await this.artifacts.evidenceOfOthers(name, inDoubt)) {
      const mayUpload = (kind: string): boolean =>
        principal.can('mcp:publish', resource(digest, `evidence/${kind}`));
      if (kinds.length > 0 && kinds.every(mayUpload)) continue;
      throw forbidden({
        field: 'evidence_digests',
        scope: 'mcp:publish',
        resource: resource(digest, 'evidence/*'),
      });
    }
  }
}
