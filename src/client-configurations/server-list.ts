import { valid, validRange } from 'semver';
import { printable } from '../common/values/text.js';
import { CONFIGURATION_LIMITS } from './limits.js';
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

const { lines: MAX_LINES, lineLength: MAX_LINE } = CONFIGURATION_LIMITS;

/** The lines of a text, one after the other: a file may have millions. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

/** What names a server in a line. */
function withoutComment(line: string): string {
  const comment = /(?:^|\s)#/.exec(line);
  return (comment === null ? line : line.slice(0, comment.index)).trim();
}

/**
 * The servers of a plain list: `name@version` or `name version` in each line, in any form of name that the hub understands.
 * Lines may be empty or start with `#`.
 * @param limit how many are read
 * @throws UnreadableConfiguration for a line that is too long
 */
export function readServerList(file: string, text: string, limit = Infinity): ServerEntry[] {
  const servers: ServerEntry[] = [];
  let number = 0;
  const failure = (problem: string): UnreadableConfiguration =>
    new UnreadableConfiguration(`${printable(file, 300)}:${number}:1: ${problem}`);
  for (const whole of linesOf(text)) {
    number += 1;
    if (number > MAX_LINES) throw failure(`the list has more than ${MAX_LINES} lines`);
    const line = withoutComment(whole);
    if (line === '') continue;
    if (servers.length >= limit) break;
    if (line.length > MAX_LINE) throw failure(`the line is longer than ${MAX_LINE} characters`);
    servers.push(serverIn(file, whole, line, number));
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
