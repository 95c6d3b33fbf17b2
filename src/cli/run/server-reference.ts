import { Refusal } from './refusal.js';

/** What is to be started, in the words of the decisions. */
export interface ServerReference {
  /** As it was written. */
  readonly text: string;
  /** `owner/slug`, `npm:name`, `pypi:name` or `sha256:<hex>`. */
  readonly name: string;
  /** A version or a digest; `latest` beside a digest as the name, and for the newest version that is allowed. */
  readonly version: string;
}

/** Whether the decisions say which version is meant. */
export const isNewest = ({ name, version }: Pick<ServerReference, 'name' | 'version'>): boolean =>
  version === LATEST && !DIGEST.test(name);

/** It becomes a part of the name of a file. */
const MAX_LENGTH = 180;
const WHOLE = /^[\x21-\x7e]+$/;
const OWNED = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/;
const NPM = /^npm:(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[A-Za-z0-9~-][A-Za-z0-9._~-]*$/;
const PYPI = /^pypi:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9.!+_:-]*$/;

const LATEST = 'latest';
const FORMS = 'org/name, org/name@1.2.3, org/name@sha256:…, npm:name@1.2.3 or pypi:name==1.2.3';

/**
 * Reads what a user has named. Without a version, and with `latest`, a name of the catalog is the newest version that the decisions
 * allow. What npm and PyPI call so is said by publishers, so that packages need a version.
 * @throws Refusal
 */
export function readReference(text: string): ServerReference {
  const reference = text.length <= MAX_LENGTH && WHOLE.test(text) ? partsOf(text) : undefined;
  if (reference === undefined) throw new Refusal(`the reference is not understood: write ${FORMS}`);
  return { text, ...reference };
}

function partsOf(text: string): Pick<ServerReference, 'name' | 'version'> | undefined {
  if (DIGEST.test(text)) return { name: text, version: LATEST };
  if (OWNED.test(text)) return { name: text, version: LATEST };
  const separator = text.startsWith('pypi:') ? '==' : '@';
  const at = text.indexOf(separator, text.startsWith('npm:@') ? 'npm:@'.length : 0);
  if (at === -1) return undefined;
  const [name, version] = [text.slice(0, at), text.slice(at + separator.length)];
  const isPackage = NPM.test(name) || PYPI.test(name);
  if (!VERSION.test(version) || !(isPackage || OWNED.test(name))) return undefined;
  return isPackage && !/^v?\d/.test(version) ? undefined : { name, version };
}
