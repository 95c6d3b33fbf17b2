import type { Distributable, PackageIdentity, SurfaceSummary } from '@mcp-hub/analyzer';
import type { JsonObject } from '../../../common/values/json.js';
import type { BundleLayout } from './bundle-layout.js';
import { commandOf } from './manifest-command.js';
import type { PublicationWarningCode } from './publication-warnings.js';

/** What the hub states in a manifest about the analysis. Integers: clients refuse anything else. */
export interface ManifestCertification {
  readonly level: number;
  readonly global_score: number;
  readonly security_score: number;
  readonly supply_chain_score: number;
  readonly maturity_score: number;
  readonly snapshot_id: string;
  readonly snapshot_hash: string;
  /** RFC 3339. */
  readonly evaluated_at: string;
}

/** What is known of a version that is published. */
export interface ManifestSubject {
  /** `<org>/<name>` in the registry. */
  readonly packageId: string;
  readonly version: string;
  readonly description: string;
  readonly identity: PackageIdentity | null;
  readonly distributable: Distributable;
  readonly surface: Pick<SurfaceSummary, 'transport' | 'capabilities' | 'tool_details'>;
  /** The paths in the bundle; undefined if it is not a gzipped tar. */
  readonly layout: BundleLayout | undefined;
  /** Whether the package needs others at run time. */
  readonly hasDependencies: boolean;
  readonly certification: ManifestCertification;
}

/** A manifest, and what is missing to run the version. */
export interface DerivedManifest {
  readonly manifest: JsonObject;
  readonly warnings: readonly PublicationWarningCode[];
}

const SCHEMA_VERSION = 1;
// Clients read these two texts, so they are there even if nothing is known.
const UNKNOWN_RUNTIME = { type: 'unknown', version: '*' };

/**
 * The manifest of a version whose publisher sent none, as existing clients run it (hub contract 25): package, runtime,
 * command, the capabilities that the analysis has seen, and its verdict. The same subject gives the same manifest.
 */
export function deriveManifest(subject: ManifestSubject): DerivedManifest {
  const { packageId: id, version, description, identity, layout, surface, certification } = subject;
  const started = layout && commandOf(subject.distributable, surface, layout);
  const warnings: PublicationWarningCode[] = [];
  if (layout === undefined) warnings.push('bundle_not_gzip_tar');
  if (started === undefined) warnings.push('no_command');
  else if (started.guessed) warnings.push('command_guessed');
  if (subject.hasDependencies && !hasInstalledDependencies(layout)) warnings.push('dependencies_not_bundled');
  return {
    manifest: {
      schema_version: SCHEMA_VERSION,
      package: { id, version },
      ...(description !== '' && { description }),
      ...(identity?.license != null && { license: identity.license }),
      runtime: started?.runtime ?? UNKNOWN_RUNTIME,
      ...(started !== undefined && { entrypoint: { command: started.command } }),
      transport: surface.transport,
      permissions: { capabilities: surface.capabilities },
      certification,
    },
    warnings,
  };
}

const hasInstalledDependencies = (layout: BundleLayout | undefined): boolean =>
  layout !== undefined &&
  [...layout].some((path) => /(^|\/)(node_modules|site-packages|vendor)\//.test(path));
