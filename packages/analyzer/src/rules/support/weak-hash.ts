import { isSecretName, wordsOf } from '../../engine/values/secret-names.js';
import type { CallEvent } from '../../engine/events.js';
import { textOf, type Value, surely } from '../../engine/values/value.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import { ALGORITHM } from '../../models/data.js';
import { named } from '../../engine/expressions/call-arguments.js';
import { isSecret } from './secrets.js';
import names from './names.json' with { type: 'json' };

/** A security-relevant use of a weak hash. */
interface WeakHash {
  readonly algorithm: string;
  readonly subject: 'password' | 'signature';
  readonly name: string;
}

const WEAK = /^(?:md[245]|sha-?1|ripemd(?:160)?|rmd160)$/iu;
const PASSWORD = new Set(['password', 'passwd', 'passphrase', 'pwd', 'passcode']);
const SIGNING = new Set(names.weakHash.signing);
/** Words for uses of hashes that are not security-relevant. */
const HARMLESS = new Set(names.weakHash.harmless);

/** The algorithm and the data of a hashing call. */
function hashed(event: CallEvent): { algorithm: string; data: Value | undefined } | undefined {
  const [first, second] = event.arguments.positional;
  for (const name of event.names) {
    if (name === 'crypto.createHash().update') {
      const field = event.receiver?.objects[0]?.fields.get(ALGORITHM);
      return { algorithm: textOf(field) ?? '', data: first };
    }
    if (name === 'hashlib.new') return { algorithm: textOf(first) ?? '', data: second };
    const algorithm = /(?:^|[./])(md5|sha1)(?:$|\.|\(\)\.(?:Write|update)$)/iu.exec(name)?.[1];
    if (algorithm !== undefined) return { algorithm, data: first };
  }
  return undefined;
}

/** The names in the hashed expression, and of the secrets that flow into it. */
function namesOf(event: CallEvent, data: Value | undefined): string[] {
  const names: string[] = [];
  for (const { value } of event.node.arguments)
    for (const node of nodesWithin(value, false))
      if (node.kind === 'name' || node.kind === 'member') names.push(lastNameOf(node));
  const sources = (data?.taints ?? [])
    .filter(isSecret)
    .map(({ source }) => source.name.replace(/^.*`(.+)`$/u, '$1'));
  return [...names, ...sources];
}

const has = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

/** Whether a call hashes for a security purpose with a broken algorithm. */
export function weakHash(event: CallEvent): WeakHash | undefined {
  const found = hashed(event);
  if (!found || !WEAK.test(found.algorithm) || surely(named(event, 'usedforsecurity'), false))
    return undefined;
  const algorithm = found.algorithm.toLowerCase().replace('-', '');
  const names = namesOf(event, found.data);
  const password = names.find((name) => has(name, PASSWORD));
  if (password !== undefined) return { algorithm, subject: 'password', name: password };
  const around = event.frame.function?.name ?? '';
  const secret =
    names.find(isSecretName) ?? (has(around, SIGNING) && !has(around, HARMLESS) ? around : undefined);
  return secret === undefined ? undefined : { algorithm, subject: 'signature', name: secret };
}

/** The names of calls that `weakHash` recognizes. */
export const HASH_CALLS: readonly string[] = [
  'crypto.createHash().update',
  'hashlib.md5',
  'hashlib.sha1',
  'hashlib.new',
  'hashlib.md5().update',
  'hashlib.sha1().update',
  'crypto/md5.Sum',
  'crypto/sha1.Sum',
  'crypto/md5.New().Write',
  'crypto/sha1.New().Write',
  'crypto-js.MD5',
  'crypto-js.SHA1',
  'md5',
  'sha1',
  'js-md5.md5',
  'blueimp-md5',
];
