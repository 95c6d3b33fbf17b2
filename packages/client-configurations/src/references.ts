import { EVALUATION_LIMITS } from './limits.js';
import type { Reference } from './server-entry.js';

// What no name of a server has, and what would make the hub refuse the whole request.
const UNUSABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Whether the hub can be asked about a reference. */
export const isAskable = ({ name, version }: Reference): boolean =>
  name.length <= EVALUATION_LIMITS.nameLength &&
  version.length <= EVALUATION_LIMITS.versionLength &&
  ![name, version].some((text) => UNUSABLE.test(text));

/** Why a reference that is not askable is denied. */
export const NOT_ASKABLE = 'its name or version is too long, or has invisible characters';

/**
 * Why a reference is denied that pins no version; undefined for others.
 * @param newest the version that was meant: `1.2.3`
 */
export function notPinned({ pin }: Reference, newest: string | undefined): string | undefined {
  if (pin.kind !== 'none') return undefined;
  const example = pin.prefix.startsWith('https:') ? '<commit>' : '1.2.3';
  const about = newest === undefined ? '' : `; the newest analyzed version is ${newest}`;
  const use = `${pin.prefix}${newest ?? example}`;
  return `no version is pinned, so another one may run tomorrow${about}; use ${use}`;
}

/** A warning about a reference to a tag; undefined for others. */
export const movableTag = ({ pin, ref = '' }: Reference): string | undefined =>
  pin.kind === 'movable' ? `the owner of the repository can move the tag ${ref}; use a commit` : undefined;

/** Why a program of the machine is denied. */
export const localProgram = (program: string): string =>
  `it runs a program of this machine (${program}), which cannot be evaluated`;
