import type { PackageFacts, ResolvedDependency } from '../../src/packages/package-facts.js';
import { readPackageFacts } from '../../src/facts/read-package-facts.js';

export const COMMIT = 'a'.repeat(40);
/** The project whose lockfiles are read. */
export const PYPROJECT = `[project]
dependencies = ["mcp>=1", "Foo.Bar", "win ; sys_platform == 'win32'", "absent"]
[dependency-groups]
dev = ["pytest"]
`;

/** What is known of a package. */
export const factsOf = (files: Record<string, string>): PackageFacts =>
  readPackageFacts(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));

/** A dependency in a line: what it is, where it comes from, and the line of the lockfile. */
export const short = ({ name, version, source, direct, dev, hashed, line }: ResolvedDependency): string =>
  [
    `${name}@${version}`,
    source !== 'registry' && source,
    direct && 'direct',
    dev && 'dev',
    !hashed && 'unhashed',
    line,
  ]
    .filter((part) => part !== false)
    .join(' ');

/** The dependencies of a Python lockfile beside a manifest, a line each. */
export function readPythonLock(
  path: string,
  text: string,
  manifest = PYPROJECT,
): { all: string[]; missing: readonly string[] } {
  const { lockfiles, unreadLockfiles } = factsOf({ 'pyproject.toml': manifest, [path]: text });
  const [lockfile] = lockfiles;
  if (lockfile === undefined) throw new Error(JSON.stringify(unreadLockfiles));
  return { all: lockfile.dependencies.map(short), missing: lockfile.missing };
}
