import type { Expression } from '../ir/program.js';
import { lastNameOf } from '../ir/walk.js';
import type { Derivation } from './derive.js';
import { negate, NO_GUARDS, shows } from './guards.js';
import { NORMAL } from './path-keys.js';
import { ALL_ARGUMENTS, SanitizedFor, SANITIZED_FOR_ALL, sanitize, NUMBER, type Taint } from './taint.js';
import { inKey } from './value-keys.js';
import { pathsOf, type Guards, type HeapObject, type Scope, type Value } from './value.js';
import names from './names.json' with { type: 'json' };

/** Properties that say how much of something there is. */
export const SIZES = new Set(['length', 'size', 'byteLength', 'Len', 'st_size']);

/** Numbers that tell how something went. */
const STATUSES = new Set(names.knownMembers.statuses);

/** Parts of a URL whose checks count for the URL. */
const URL_PARTS = new Set(['hostname', 'host', 'origin', 'netloc', 'Host', 'Hostname', 'IP', 'address']);

/** Parts of an address that hold no password, whatever holds one beside them. */
const NO_SECRETS = new Set(names.knownMembers.noSecrets);

const PATH = 'pathlib.Path()';
const ADDRESS = 'ipaddress.ip_address()';

const isOf = (value: Value, path: string): boolean => pathsOf(value).includes(path);

/** All arguments of a tool as they came: what a call outside has made of them reveals no secret any more. */
const isArguments = ({ source, sanitizedFor }: Taint): boolean =>
  source.name === ALL_ARGUMENTS && (sanitizedFor & SanitizedFor.SECRET) === 0;

/** How a property follows from the value that it is read of. */
export function derivationOf(object: Value, property: string): Derivation {
  const suffix = `.${inKey(property)}`;
  // A parameter may be called `size`.
  if (object.taints.some(isArguments)) return { suffix };
  // How much has been sent is bounded by what has been sent.
  if (SIZES.has(property)) return { suffix, sanitizedFor: SANITIZED_FOR_ALL, checks: SanitizedFor.SIZE };
  if (STATUSES.has(property)) return { suffix, sanitizedFor: SANITIZED_FOR_ALL };
  const sanitizedFor = NO_SECRETS.has(property) ? SanitizedFor.SECRET : 0;
  if (URL_PARTS.has(property)) return { suffix, sanitizedFor, checks: SanitizedFor.URL };
  if (property === 'parents') return { suffix, checks: SanitizedFor.PATH | SanitizedFor.LINKS };
  if (!isOf(object, PATH)) return { suffix, sanitizedFor };
  if (property === 'name' || property === 'stem')
    return { suffix, sanitizedFor: SanitizedFor.PATH | SanitizedFor.LINKS };
  if (property === 'suffix')
    return { suffix, sanitizedFor: SanitizedFor.PATH | SanitizedFor.LINKS, checks: 0 };
  // `path.parent == base` of a path without dots.
  if (property === 'parent' && object.key?.includes(NORMAL))
    return { suffix, checks: SanitizedFor.PATH | SanitizedFor.LINKS };
  return { suffix };
}

/** Which of an address's properties show that it is no inner one: alone, or together with others that are not looked for. */
const INNER = new Set(['is_loopback', 'is_link_local', 'is_reserved', 'is_multicast', 'is_unspecified']);

/** What the truth of a property shows: `ip_address(x).is_private`. */
export function shownByMember(object: Value, property: string): Guards {
  if (!property.startsWith('is_') || !isOf(object, ADDRESS)) return NO_GUARDS;
  if (property === 'is_global') return shows(object, SanitizedFor.URL | SanitizedFor.HOP);
  if (property === 'is_private') return negate(shows(object, SanitizedFor.URL | SanitizedFor.HOP));
  return INNER.has(property) ? negate(shows(object, SanitizedFor.DOUBT)) : NO_GUARDS;
}

/** A value of a type, where the language makes sure that numbers are numbers. */
export const ofType = (value: Value, type: Expression | undefined, { traits }: Scope): Value =>
  value.taints.length > 0 && traits.numberTypes?.test(lastNameOf(type)) === true
    ? { ...value, taints: sanitize(value.taints, NUMBER) }
    : value;

/** What an object holds under a name that is not known, as one of its fields. */
export function restAs({ rest, class: info }: HeapObject, property: string): Value | undefined {
  if (!rest || !info) return rest;
  const { definition, scope } = info;
  return ofType(rest, definition.fields.find(({ name }) => name === property)?.type, scope);
}
