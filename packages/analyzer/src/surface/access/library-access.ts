import { memoByName } from '../../common/memo.js';
import type { Access, Protection } from './checks.js';
import type { LibraryAccess } from './uses.js';

const required = (isRequired: boolean): Protection => (isRequired ? 'required' : 'none');

/** The end of a path, also of what its calls return. */
const endsWith = (names: readonly string[]): RegExp => new RegExp(`(?:${names.join('|')})(?:\\(\\))*$`, 'u');

/**
 * What the middleware of a language's libraries refuses.
 * @param names patterns of the ends of paths; `passing`: of those that only read a credential, or only set something up
 */
export function libraryAccessOf(names: {
  readonly authenticating: readonly string[];
  readonly checkingHosts: readonly string[];
  readonly passing?: readonly string[];
}): LibraryAccess {
  const [refuses, checksHost] = [endsWith(names.authenticating), endsWith(names.checkingHosts)];
  const passes = names.passing && endsWith(names.passing);
  const accessOf = memoByName((path): Access | undefined => {
    const access = {
      authentication: required(refuses.test(path) && passes?.test(path) !== true),
      origin: required(checksHost.test(path)),
    };
    return access.authentication === 'none' && access.origin === 'none' ? undefined : access;
  });
  return (paths) => {
    for (const path of paths) {
      const access = accessOf(path);
      if (access) return access;
    }
    return undefined;
  };
}
