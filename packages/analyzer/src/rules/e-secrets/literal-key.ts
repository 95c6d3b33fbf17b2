import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { constantOf, type Literal, type Value } from '../../engine/values/value.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import type { Expression } from '../../ir/program.js';
import { ByLine } from '../support/by-line.js';
import { sinkOf } from '../support/locations.js';
import type { CallCheck, Checks, PackageView, Report, Rule } from '../rule.js';
import { judge } from './judge.js';
import { LiteralLocations, nameOnLine } from './literal-locations.js';
import { hasProviderKey } from '../../credentials/providers.js';
import { digestOf, redacted } from '../../credentials/redact.js';
import names from './names.json' with { type: 'json' };

interface Use {
  readonly key: string;
  readonly what: 'key' | 'initialization vector';
  readonly sink: string;
  readonly frame: Frame;
  readonly line: number;
  /** Where it is written, if that is known. */
  readonly written?: Literal;
}

/** The index and name of an argument that is a key. */
type Key = readonly [index: number, name?: string | undefined, what?: Use['what']];

const KEYS: Readonly<Record<string, readonly Key[]>> = {
  'jsonwebtoken.sign': [[1]],
  'jsonwebtoken.verify': [[1]],
  'jwt-simple.encode': [[1]],
  'jwt-simple.decode': [[1]],
  'koa-jwt': [[0, 'secret']],
  'express-jwt.expressjwt': [[0, 'secret']],
  'express-session': [[0, 'secret']],
  'cookie-session': [[0, 'secret']],
  'cookie-parser': [[0]],
  'crypto.createHmac': [[1]],
  'crypto.createSecretKey': [[0]],
  'crypto.createCipher': [[1]],
  'crypto.createDecipher': [[1]],
  'crypto.createCipheriv': [[1], [2, undefined, 'initialization vector']],
  'crypto.createDecipheriv': [[1]],
  'crypto.scryptSync': [[0]],
  'crypto.pbkdf2Sync': [[0]],
  'crypto.createSign().sign': [[0]],
  'jose.SignJWT().sign': [[0]],
  'jose.jwtVerify': [[1]],
  'crypto-js.AES.encrypt': [[1]],
  'crypto-js.AES.decrypt': [[1]],
  'crypto-js.HmacSHA256': [[1]],
  'crypto-js.HmacSHA512': [[1]],
  'jwt.encode': [[1, 'key']],
  'jwt.decode': [[1, 'key']],
  'jose.jwt.encode': [[1, 'key']],
  'jose.jwt.decode': [[1, 'key']],
  'authlib.jose.jwt.encode': [[2, 'key']],
  'hmac.new': [[0, 'key']],
  'hmac.digest': [[0, 'key']],
  'cryptography.fernet.Fernet': [[0, 'key']],
  'cryptography.hazmat.primitives.ciphers.algorithms.AES': [[0, 'key']],
  'cryptography.hazmat.primitives.ciphers.modes.CBC': [[0, undefined, 'initialization vector']],
  'cryptography.hazmat.primitives.ciphers.modes.CTR': [[0, undefined, 'initialization vector']],
  'cryptography.hazmat.primitives.ciphers.modes.GCM': [[0, undefined, 'initialization vector']],
  'cryptography.hazmat.primitives.ciphers.aead.AESGCM': [[0, 'key']],
  'cryptography.hazmat.primitives.ciphers.aead.ChaCha20Poly1305': [[0, 'key']],
  'cryptography.hazmat.primitives.hmac.HMAC': [[0, 'key']],
  'Crypto.Cipher.AES.new': [
    [0, 'key'],
    [2, 'iv', 'initialization vector'],
  ],
  'Cryptodome.Cipher.AES.new': [
    [0, 'key'],
    [2, 'iv', 'initialization vector'],
  ],
  'nacl.secret.SecretBox': [[0, 'key']],
  'itsdangerous.URLSafeTimedSerializer': [[0, 'secret_key']],
  'itsdangerous.URLSafeSerializer': [[0, 'secret_key']],
  'itsdangerous.TimestampSigner': [[0, 'secret_key']],
  'starlette.middleware.sessions.SessionMiddleware': [[1, 'secret_key']],
  'crypto/hmac.New': [[1]],
  'crypto/aes.NewCipher': [[0]],
  'golang.org/x/crypto/chacha20poly1305.New': [[0]],
  'github.com/gorilla/sessions.NewCookieStore': [[0]],
  'github.com/gorilla/securecookie.New': [[0]],
  '.SignedString': [[0]],
};

/** Functions that convert a literal to bytes. */
const CONVERSIONS = new Set(names.literalKey.conversions);

/** The literal in an expression that only converts it to bytes. */
function literalWithin(expression: Expression | undefined): string | undefined {
  if (expression?.kind !== 'call') return undefined;
  const texts: string[] = [];
  for (const node of nodesWithin(expression, false)) {
    if (node.kind === 'call' && !CONVERSIONS.has(lastNameOf(node.callee))) return undefined;
    if (node.kind === 'constant' && typeof node.value === 'string') texts.push(node.value);
  }
  return texts.sort((left, right) => right.length - left.length)[0];
}

/** Names of encodings and hashes, and labels fixed by protocols, are not keys. */
const isKey = (text: string): boolean =>
  text.length >= 3 &&
  !/^(?:utf-?(?:8|16|32)(?:-?[bl]e)?|ucs-?2|hex|base64|base64url|ascii|latin1|binary|sha-?\d+|md5|none|hs\d{3}|rs\d{3}|es\d{3}|WebAppData|aws4_request|AWS4)$/iu.test(
    text,
  ) &&
  !text.includes('-----BEGIN PUBLIC') &&
  !text.includes('-----BEGIN CERTIFICATE');

/** Minifiers give such a name to many variables. */
const MAX_MINIFIED = 2;

/** Records literal keys, and variables that contain converted literals. */
class LiteralKeys {
  private readonly uses = new Map<string, Use>();
  /** Converted literals, by the name of their variable. */
  private readonly converted = new Map<string, string>();
  private readonly conversions = new ByLine<string>();

  readonly checks: Checks = {
    calls: {
      '*': ({ node, frame }) => {
        if (!CONVERSIONS.has(lastNameOf(node.callee))) return;
        const literal = literalWithin(node);
        if (literal !== undefined && isKey(literal)) this.conversions.set(frame.module, node.line, literal);
      },
      ...Object.fromEntries(Object.entries(KEYS).map(([name, keys]) => [name, this.onCall(keys)])),
    },
    events: {
      store: ({ name, frame, lines, value }) => {
        const literal = value.taints.length > 0 ? undefined : this.conversions.get(frame.module, lines.line);
        if (literal !== undefined && name.length > MAX_MINIFIED) this.converted.set(name, literal);
      },
    },
    package: (view, report) => this.reportFinding(view, report),
  };

  private onCall(keys: readonly Key[]): CallCheck {
    return (event) => {
      for (const [index, name, what = 'key'] of keys) {
        const { frame, node } = event;
        const use = { what, sink: sinkOf(event), frame, line: node.line };
        const written = valueAt(event, index, name)?.literals ?? [];
        for (const literal of written) this.note({ ...use, key: literal.text, written: literal });
        const key = written.length > 0 ? undefined : this.keyAt(event, index, name);
        if (key !== undefined) this.note({ ...use, key });
      }
    };
  }

  private note(use: Use): void {
    const { key, what, written } = use;
    const name = `${key} ${what} ${written === undefined ? '' : `${written.file}:${written.line}`}`;
    if (isKey(key) && !this.uses.has(name)) this.uses.set(name, use);
  }

  private keyAt(event: CallEvent, index: number, name?: string): string | undefined {
    const { node } = event;
    const value = valueAt(event, index, name);
    const text = textIn(value);
    if (text !== undefined) return text;
    const expression =
      node.arguments.find((argument) => argument.name !== undefined && argument.name === name)?.value ??
      node.arguments.filter((argument) => argument.name === undefined)[index]?.value;
    if (!value || value.taints.length > 0) return undefined;
    return literalWithin(expression) ?? this.converted.get(lastNameOf(expression));
  }

  private reportFinding(view: PackageView, report: Report): void {
    const locations = new LiteralLocations(view);
    for (const { key, what, sink, frame, line, written } of this.uses.values()) {
      if (hasProviderKey(key)) continue;
      const at = { file: frame.module, line };
      const location = written ?? locations.find(key, at);
      const isReportedThere = judge(nameOnLine(locations.textAt(location), key), key) !== undefined;
      const { file, line: found } = isReportedThere ? at : location;
      report({
        at: file === frame.module ? frame : { file },
        lines: { line: found, endLine: found },
        description: `The ${what} of \`${sink}\` is a literal: ${redacted(key)}. Everyone who has the package can sign and decrypt with it.`,
        sink: `${what} of ${sink} ${digestOf(key)}`,
        severity: what === 'key' ? 'high' : 'medium',
      });
    }
  }
}

/** An argument, or the field of its options that has its name. */
function valueAt({ arguments: given }: CallEvent, index: number, name?: string): Value | undefined {
  const value = (name === undefined ? undefined : given.named.get(name)) ?? given.positional[index];
  return (name === undefined ? undefined : value?.objects[0]?.fields.get(name)) ?? value;
}

const textIn = (value: Value | undefined): string | undefined => {
  const constant = constantOf(value);
  return typeof constant === 'string' ? constant : undefined;
};

/** Hard-coded keys of signatures and ciphers. */
export const literalKey: Rule = {
  id: 'MCP-E003',
  class: 'E',
  title: 'Signing or encryption key that is a literal',
  severity: 'high',
  confidence: 'high',
  cwe: 321,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  what: 'A literal is handed to a function that signs, verifies, encrypts or decrypts, as its key or its initialization vector: `jwt.sign(x, "…")`, `createHmac("sha256", "…")`, `Fernet(b"…")`. The default of a setting, of an environment variable or of a field counts as well.',
  why: 'A key in the package protects nothing: whoever has the package makes tokens that are accepted and reads what was encrypted, on every machine that runs the server.',
  example: {
    language: 'javascript',
    bad: "const session = jwt.sign({ sub: 'mcp' }, 'p0rtal-Xw3…');",
    good: "const key = process.env.PORTAL_SIGNING_KEY;\nif (!key) throw new Error('PORTAL_SIGNING_KEY is not set');\nconst session = jwt.sign({ sub: 'mcp' }, key);",
  },
  fix: 'Make the key when the server is set up and read it from the environment or a protected file. Draw a new initialization vector for each message.',
  notCounted: [
    'public keys and certificates',
    'keys that are generated when the server starts',
    'labels that a protocol fixes',
  ],
  remembering: () => new LiteralKeys().checks,
};
