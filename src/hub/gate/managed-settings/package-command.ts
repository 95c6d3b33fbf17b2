import { isNpmArgument, isPackage, isPypiName } from '@mcp-hub/analyzer/package-names';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';

// PEP 440
const PYPI_VERSION = /^\d[A-Za-z0-9.!+_-]*$/;
const MAX_VERSION = 128;

/** The command that starts a version of a package; undefined for names and versions that no registry has. */
export function packageCommand(source: VersionSource | null): readonly string[] | undefined {
  if (!isPackage(source)) return undefined;
  const { kind, name, version } = source;
  if (version.length > MAX_VERSION) return undefined;
  if (kind === 'npm') {
    const isValid = isNpmArgument(name) && parseSemanticVersion(version) !== undefined;
    return isValid ? ['npx', '-y', `${name}@${version}`] : undefined;
  }
  return isPypiName(name) && PYPI_VERSION.test(version) ? ['uvx', `${name}==${version}`] : undefined;
}
