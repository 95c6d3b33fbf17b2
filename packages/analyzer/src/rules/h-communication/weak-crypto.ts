import { pathsOf, textOf } from '../../engine/values/value.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import { HASH_CALLS, weakHash } from '../support/weak-hash.js';
import names from './names.json' with { type: 'json' };

const hash: CallCheck = (event, report) => {
  const weak = weakHash(event);
  if (weak?.subject !== 'signature') return;
  report({
    at: event.frame,
    lines: event.node,
    sink: weak.algorithm,
    description: `\`${weak.name}\` is protected by ${weak.algorithm.toUpperCase()}, which can be forged.`,
  });
};

const described = (what: string): string =>
  `The cipher ${what} does not protect what it encrypts: it can be read or changed without the key.`;

const weakCipher: CallCheck = (event, report) => {
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    description: described(`\`${sinkOf(event)}\``),
  });
};

const WEAK = /^(?:des|rc4|rc2|bf|blowfish|idea|seed)\b|-ecb$/iu;

const namedCipher: CallCheck = (event, report) => {
  const name = textOf(argument(event, 0));
  if (name === undefined || !WEAK.test(name)) return;
  report({ at: event.frame, lines: event.node, sink: name, description: described(name) });
};

const withMode: CallCheck = (event, report) => {
  const isEcb = pathsOf(argument(event, 1, 'mode')).some((path) => path.endsWith('.MODE_ECB'));
  if (isEcb) report({ at: event.frame, lines: event.node, sink: 'ECB', description: described('mode ECB') });
};

/** A broken algorithm is used for security. */
export const weakCrypto: Rule = {
  id: 'MCP-H006',
  class: 'H',
  title: 'Broken hash or cipher for something that must be secure',
  severity: 'medium',
  confidence: 'medium',
  cwe: 327,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:L/A:N',
  what: 'MD5 or SHA-1 over a secret, a token or a signature; DES, RC4, the ECB mode, or `createCipher`, which makes its key of a password by MD5.',
  why: 'Such signatures can be forged and such ciphers read, without the key.',
  example: {
    language: 'typescript',
    bad: 'createHash("md5").update(secret + body).digest("hex");',
    good: 'createHmac("sha256", secret).update(body).digest("hex");',
  },
  fix: 'Use HMAC with SHA-256 for signatures, and AES-GCM or ChaCha20-Poly1305 for secrets.',
  notCounted: [
    'hashes as keys of caches, ETags, checksums and file names',
    'hashes that say `usedforsecurity=False`',
  ],
  calls: {
    ...byName(HASH_CALLS, hash),
    ...byName(names.weakCrypto.calls, weakCipher),
    ...byName(['crypto.createCipheriv', 'crypto.createDecipheriv'], namedCipher),
    'Crypto.Cipher.AES.new': withMode,
  },
};
