import { PUBLIC_HOST } from '@mcp-hub/sources/code-hosts';
import { valid, validRange } from 'semver';
import { EXACT, LATEST, refused, runs, type Launch } from '../server-entry.js';
import { npmPackage } from './npm.js';
import { pythonPackage } from './python.js';
import { remoteServer } from './remote.js';
import { gitAddress, repository } from './repositories.js';

const DIGEST = /^(?:[^\s@]+@)?sha256:[0-9a-f]{64}$/;
/** `https://host/owner/repo`, with a folder behind `#` or `/tree/<ref>/`. */
const REPOSITORY = new RegExp(
  `^(https://(?:${PUBLIC_HOST})/[^/#@\\s]+/[^/#@\\s]+?)(?:\\.git)?(?:/tree/([^/#]+)(?:/([^#]+))?|#([^@]+))?/?$`,
);
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
    const reference = scheme === 'npm' ? npmPackage(spec) : pythonPackage(spec, true);
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

/** A server as a text names it, in any form that the hub understands: `name@version`, `name version`, `pypi:name==1.2.3`. */
export function namedServer(text: string): Launch {
  const [name, version] = separated(text.replace(/==(?=[^=]*$)/, '@'));
  return launchOf(name, version);
}
