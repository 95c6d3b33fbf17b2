import type { Expression } from '../../ir/program.js';
import { lastNameOf } from '../../ir/walk.js';
import type { Derivation } from '../values/derive.js';
import { negate, NO_GUARDS, shows } from '../values/guards.js';
import { NORMAL } from '../values/path-keys.js';
import {
  ALL_ARGUMENTS,
  Doubt,
  SanitizedFor,
  SANITIZED_FOR_ALL,
  sanitize,
  NUMBER,
  type Taint,
} from '../values/taint.js';
import { inKey } from '../values/value-keys.js';
import { pathsOf, type Guards, type HeapObject, type Scope, type Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };

/** Properties that are sizes. */
export const SIZES = new Set(['length', 'size', 'byteLength', 'Len', 'st_size']);

/** Numeric result codes. */
const STATUSES = new Set(names.knownMembers.statuses);

/** Parts of a URL whose checks count for the URL. */
const URL_PARTS = new Set(['hostname', 'host', 'origin', 'netloc', 'Host', 'Hostname', 'IP', 'address']);

/** Parts of a URL that contain no password, whatever the URL contains. */
const NO_SECRETS = new Set(names.knownMembers.noSecrets);

const PATH = 'pathlib.Path()';
const ADDRESS = 'ipaddress.ip_address()';

const isOf = (value: Value, path: string): boolean => pathsOf(value).includes(path);

/** All arguments of a tool as they came in: a value that an external call derived from them no longer reveals a secret. */
const isArguments = ({ source, sanitizedFor }: Taint): boolean =>
  source.name === ALL_ARGUMENTS && (sanitizedFor & SanitizedFor.SECRET) === 0;

/** How the value of a property is derived from its object. */
export function derivationOf(object: Value, property: string): Derivation {
  const suffix = `.${inKey(property)}`;
  // A parameter may be named `size`.
  if (object.taints.some(isArguments)) return { suffix };
  // The size of an input is bounded by the input.
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
  // `path.parent == base` of a normalized path.
  if (property === 'parent' && object.key?.includes(NORMAL))
    return { suffix, checks: SanitizedFor.PATH | SanitizedFor.LINKS };
  return { suffix };
}

/** Properties of inner addresses. Whether the others are checked too is not tracked, so a check of one is only a doubt. */
const INNER = new Set(['is_loopback', 'is_link_local', 'is_reserved', 'is_multicast', 'is_unspecified']);

/** The facts that the truth of a property implies: `ip_address(x).is_private`. */
export function factsOfMember(object: Value, property: string): Guards {
  if (!property.startsWith('is_') || !isOf(object, ADDRESS)) return NO_GUARDS;
  if (property === 'is_global') return shows(object, SanitizedFor.URL | SanitizedFor.HOP);
  if (property === 'is_private') return negate(shows(object, SanitizedFor.URL | SanitizedFor.HOP));
  return INNER.has(property) ? negate(shows(object, Doubt.INTERNAL)) : NO_GUARDS;
}

/** A value of a declared type, in languages that enforce numeric types. */
export const ofType = (value: Value, type: Expression | undefined, { traits }: Scope): Value =>
  value.taints.length > 0 && traits.numberTypes?.test(lastNameOf(type)) === true
    ? { ...value, taints: sanitize(value.taints, NUMBER) }
    : value;

/** Methods that lists have in one of the languages. */
const LIST_METHODS = new Set(names.knownMembers.listMethods);

/** Whether a property of an object is a method of lists, and the object a list that the program made. */
export const isMethodOfList = ({ items, indexedCount, fields }: HeapObject, property: string): boolean =>
  (items !== undefined || indexedCount !== undefined) && fields.size === 0 && LIST_METHODS.has(property);

/** Parts of an address that are read apart from its password. */
const APART = new Set([...names.knownMembers.noSecrets, ...names.knownMembers.apartFromPassword]);
/** Where an object keeps the password of an address. */
const PASSWORDS = names.knownMembers.passwords;

/** A part of an address, such as the user, that an object keeps beside the password of that address: it does not contain it. */
export function besidePassword(value: Value, { fields }: HeapObject, property: string): Value {
  if (value.taints.length === 0 || !APART.has(property)) return value;
  const name = PASSWORDS.find((each) => fields.has(each));
  const secrets = name === undefined ? undefined : fields.get(name)?.taints;
  if (!secrets?.some(({ source }) => source.kind === 'secret')) return value;
  const taints = value.taints.map((taint) =>
    taint.source.kind === 'secret' && secrets.some(({ source }) => source === taint.source)
      ? { ...taint, sanitizedFor: taint.sanitizedFor | SanitizedFor.SECRET }
      : taint,
  );
  return { ...value, taints };
}

/** The value under any other key of an object, as one of its fields. */
export function restAs({ rest, class: info }: HeapObject, property: string): Value | undefined {
  if (!rest || !info) return rest;
  const { definition, scope } = info;
  return ofType(rest, definition.fields.find(({ name }) => name === property)?.type, scope);
}
