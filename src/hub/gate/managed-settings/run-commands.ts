import { isPackage } from '@mcp-hub/analyzer/package-names';
import { isOrganizationSlug, isPackageName } from '../../../common/values/names.js';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import type { VersionDecision } from '../catalog-decisions/catalog-evaluator.js';
import type { Decided } from '../catalog-decisions/decided.js';
import { packageCommand } from './package-command.js';

/** A command of the registry's clients, which check what they start. */
export interface RunCommand {
  /** The program, `run` and the reference. */
  readonly command: readonly [program: 'mcp-hub' | 'smcp', run: 'run', reference: string];
  /** The number of the version in the reference. */
  readonly number: string;
}

const REFERENCE = /^(?<org>[^/@]+)\/(?<name>[^/@]+)@(?<number>[^/@]+)$/;

/**
 * How the registry's clients start an allowed version, best first: as the bundle that the registry has of it, and as its
 * package.
 * @param packages the versions whose package may be started
 */
export function runCommands(version: VersionDecision, packages: Decided['packages']): readonly RunCommand[] {
  const { bundle, source } = version;
  const published = registryReference(bundle?.reference ?? null);
  const commands: RunCommand[] = [];
  if (published !== undefined) {
    commands.push({ command: ['mcp-hub', 'run', published.reference], number: published.number });
  }
  if (packages.has(version.id) && isPackage(source) && packageCommand(source) !== undefined) {
    const { kind, name, version: number } = source;
    const reference = kind === 'npm' ? `npm:${name}@${number}` : `pypi:${name}==${number}`;
    commands.push({ command: ['mcp-hub', 'run', reference], number });
  }
  if (published !== undefined) {
    commands.push({ command: ['smcp', 'run', published.reference], number: published.number });
  }
  return commands;
}

/** A reference to the registry in its parts; undefined for one that no client could read. */
function registryReference(
  reference: string | null,
): { readonly reference: string; readonly number: string } | undefined {
  const { org, name, number } = REFERENCE.exec(reference ?? '')?.groups ?? {};
  if (reference === null || !isOrganizationSlug(org) || !isPackageName(name)) return undefined;
  return parseSemanticVersion(number) === undefined ? undefined : { reference, number: number ?? '' };
}
