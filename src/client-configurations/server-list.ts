import { valid, validRange } from 'semver';
import { printable } from '../common/values/text.js';
import { UnreadableConfiguration } from './unreadable-configuration.js';
import { gitAddress, repository } from './launch/repositories.js';
import { npmPackage } from './launch/npm.js';
import { pythonPackage } from './launch/python.js';
import { remoteServer } from './launch/remote.js';
import { EXACT, LATEST, refused, runs, type Launch, type ServerEntry } from './server-entry.js';

const DIGEST = /^(?:[^\s@]+@)?sha256:[0-9a-f]{64}$/;
/** `https://host/owner/repo`, with a folder behind `#` or `/tree/<ref>/`. */
const REPOSITORY =
  /^(https:\/\/(?:github\.com|gitlab\.com|bitbucket\.org)\/[^/#@\s]+\/[^/#@\s]+?)(?:\.git)?(?:\/tree\/([^/#]+)(?:\/([^#]+))?|#([^@]+))?\/?$/;
const NAME = /^[^\s@]+$/;

/** A name and the version behind a space or the last `@`. */
function separated(line: string): readonly [name: string, version: string | undefined] {
  const [first = '', ...rest] = line.split(/\s+/);
  if (rest.length > 0) return [first, rest.join(' ')];
  if (DIGEST.test(first)) return [first, undefined];
  const at = first.lastIndexOf('@');
  // The @ of a scope is no separator: `npm:@scope/name`, `@scope/name`.
  const isScope =
    at === 0 ||
    first[at - 1] === ':' ||
    (first.startsWith('http') && at < first.lastIndexOf('/') && !first.includes('#'));
  return at < 0 || isScope ? [first, undefined] : [first.slice(0, at), first.slice(at + 1)];
}

function launchOf(name: string, version: string | undefined): Launch {
  if (DIGEST.test(name)) return runs({ name, version: LATEST, pin: EXACT });
  const [, scheme, rest = ''] = /^(npm|pypi):(.*)$/s.exec(name) ?? [];
  if (scheme !== undefined) {
    const spec = version === undefined ? rest : `${rest}@${version}`;
    const reference = scheme === 'npm' ? npmPackage(spec) : pythonPackage(spec);
    return reference?.name.startsWith(`${scheme}:`) === true
      ? runs(reference)
      : refused(`it is not a package, as ${scheme === 'npm' ? 'npm:name@1.2.3' : 'pypi:name==1.2.3'}`);
  }
  const [, url, ref, path, folder] = REPOSITORY.exec(name) ?? [];
  if (url !== undefined) return runs(repository(url, version ?? ref, folder ?? path));
  if (name.startsWith('git+')) {
    const reference = gitAddress(version === undefined ? name : `${name}@${version}`, '@');
    return reference === undefined ? refused('it is not the address of a repository') : runs(reference);
  }
  if (/^https?:/i.test(name)) return remoteServer(name);
  if (!NAME.test(name)) return refused('it is not the name of a server');
  const isFloating =
    version === undefined ||
    version === '' ||
    version === LATEST ||
    (valid(version) === null && validRange(version) !== null);
  return runs(
    isFloating
      ? { name, version: LATEST, pin: { kind: 'none', prefix: `${name}@` } }
      : { name, version, pin: EXACT },
  );
}

const MAX_LINE = 4096;

/**
 * The servers of a plain list: `name@version` or `name version` in each line, in any form of name that the hub understands.
 * Lines may be empty or start with `#`.
 * @param limit how many are read
 * @throws UnreadableConfiguration for a line that is too long
 */
export function readServerList(file: string, text: string, limit = Infinity): ServerEntry[] {
  const servers: ServerEntry[] = [];
  for (const [index, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const line = whole.replace(/(?:^|\s)#.*$/, '').trim();
    if (line === '') continue;
    if (servers.length >= limit) break;
    if (line.length > MAX_LINE)
      throw new UnreadableConfiguration(
        `${printable(file, 300)}:${index + 1}:1: the line is longer than ${MAX_LINE} characters`,
      );
    servers.push(serverIn(file, whole, line, index + 1));
  }
  return servers;
}

/** @param line what names the server in the whole line */
function serverIn(file: string, whole: string, line: string, number: number): ServerEntry {
  const start = whole.indexOf(line) + 1;
  const [name, version] = separated(line.replace(/==(?=[^=]*$)/, '@'));
  return {
    file,
    name: line,
    region: { startLine: number, startColumn: start, endLine: number, endColumn: start + line.length },
    launch: launchOf(name, version),
  };
}
