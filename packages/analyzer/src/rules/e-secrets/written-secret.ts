import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { textOf, type HeapObject, type Value } from '../../engine/values/value.js';
import type { Expression, Lines } from '../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import { memoByName } from '../../common/memo.js';
import { ByLine } from '../support/by-line.js';
import { lineIn } from '../support/locations.js';
import type { Checks, PackageView, Report, Rule, StoreEvent } from '../rule.js';
import type { TextFile } from '../../files/text-file.js';
import { isApiDocument } from './api-document.js';
import { pairsIn } from './config-pairs.js';
import { judge, judgeItem, mayHoldSecret, type Role, type Verdict } from './judge.js';
import { LiteralLocations } from './literal-locations.js';
import { hasPublicSiblings } from './public-keys.js';
import { secretsInText } from './text-pairs.js';
import { ownTexts } from '../support/own-texts.js';
import { digestOf, redacted } from '../../credentials/redact.js';

interface Candidate {
  readonly name: string;
  readonly verdict: Verdict;
  readonly role: Role;
  readonly frame: Frame;
  readonly line: number;
}

const LABELS: Readonly<Record<Verdict['purpose'], string>> = {
  password: 'A password',
  signing: 'A key with which the server signs or encrypts',
  key: 'A secret',
};

const NONE: readonly string[] = [];

/** The possible texts of a value. */
const literals = (value: Value | undefined): readonly string[] =>
  value?.constants?.filter((each) => typeof each === 'string') ?? NONE;

/** Limit on remembered texts. */
const MAX_READ = 1000;

/** Limit on the items and fields of an object that are checked. */
const MAX_HELD = 50;

/** Fields of a record about one user or account, in contrast to a table of their passwords. */
const OF_RECORD = new Set([
  'id',
  'uuid',
  'guid',
  'object',
  'type',
  'kind',
  'name',
  'email',
  'url',
  'created',
  'etag',
  'example',
  'examples',
  'placeholder',
]);

/** The items and fields of an object, up to the limit, without those that say what a record is. */
const heldBy = ({ fields, items = [] }: HeapObject): readonly Value[] =>
  [
    ...items.slice(0, MAX_HELD),
    ...[...fields].filter(([name]) => !OF_RECORD.has(name)).map(([, value]) => value),
  ].slice(0, MAX_HELD);

/** The password of a [user, password] pair. */
const passwordOf = (value: Value | undefined): Value | undefined => {
  const items = value?.objects[0]?.items;
  return items?.length === 2 ? items[1] : undefined;
};

/** Functions with a user name and a password as consecutive arguments. */
const LOGINS =
  /(?:HTTPBasicAuth|BasicAuth|HTTPDigestAuth|SetBasicAuth|basicAuth|PlainAuth|\.login|\.authenticate|twilio|PlainTextAuthProvider|\.auth\.basic)$/u;

const takesPassword = memoByName((name) => LOGINS.test(name));
/** Whether a name suggests a [user, password] pair. */
const isLogin = (name: string): boolean => /auth|credential/iu.test(name);

/** Collects literals with names of secrets during interpretation. */
class WrittenSecrets {
  /** By the secret itself, so that one that is passed on is reported only once. */
  private readonly found = new Map<string, Candidate>();
  /** Fallback literals by line: their name may only be known later. */
  private readonly fallbacks = new ByLine<string>();
  /** The texts that were searched. */
  private readonly read = new Set<string>();

  readonly checks: Checks = {
    calls: { '*': (event) => this.onCall(event), '*=': (event) => this.onNamed(event) },
    stores: [
      {
        names: (name) => mayHoldSecret(name) || isLogin(name),
        check: (event) => this.onStore(event),
      },
    ],
    events: {
      store: ({ value, frame, lines }) => {
        for (const literal of literals(value)) if (literal.includes('\n')) this.onText(literal, frame, lines);
      },
      answer: ({ value, frame, lines }) => {
        for (const text of ownTexts(value)) this.onText(text, frame, lines);
      },
      fallback: ({ frame, lines, tried, value }) => {
        for (const literal of literals(value)) {
          this.fallbacks.set(frame.module, lines.line, literal);
          for (const expression of tried)
            this.judgeLiteral(nameOf(expression), literal, 'fallback', frame, lines);
        }
      },
    },
    file: (file, report) => this.onFile(file, report),
    package: (view, report) => this.reportFinding(view, report),
  };

  private judgeLiteral(name: string, literal: string, role: Role, frame: Frame, lines: Lines): void {
    this.note(name, name === '' ? undefined : judge(name, literal, role), role, frame, lines);
  }

  private note(name: string, verdict: Verdict | undefined, role: Role, frame: Frame, { line }: Lines): void {
    if (!verdict) return;
    const known = this.found.get(verdict.secret);
    if (!known) this.found.set(verdict.secret, { name, verdict, role, frame, line });
  }

  private onStore({ name, value, frame, lines }: StoreEvent): void {
    for (const literal of literals(value)) this.judgeLiteral(name, literal, 'value', frame, lines);
    const fallback = this.fallbacks.get(frame.module, lines.line);
    if (fallback !== undefined) this.judgeLiteral(name, fallback, 'fallback', frame, lines);
    for (const object of value.objects)
      for (const item of heldBy(object))
        for (const literal of literals(item))
          this.note(name, judgeItem(name, literal), 'value', frame, lines);
    if (isLogin(name))
      for (const literal of literals(passwordOf(value)))
        this.judgeLiteral('password', literal, 'value', frame, lines);
  }

  /** A text of the program that names settings: `API key: …`. */
  private onText(text: string, frame: Frame, lines: Lines): void {
    // A function that runs again stores the same texts: what they name is known.
    if (this.read.has(text)) return;
    if (this.read.size < MAX_READ) this.read.add(text);
    for (const { name, verdict } of secretsInText(text)) this.note(name, verdict, 'value', frame, lines);
  }

  private onNamed({ arguments: { named }, frame, node }: CallEvent): void {
    for (const [name, value] of named) {
      for (const literal of literals(value)) this.judgeLiteral(name, literal, 'value', frame, node);
      if (name === 'auth')
        for (const literal of literals(passwordOf(value)))
          this.judgeLiteral('password', literal, 'value', frame, node);
    }
  }

  private onCall({ arguments: { named, positional }, names, method, frame, node }: CallEvent): void {
    const [first, second] = positional;
    if (!first || (!second && named.size === 0)) return;
    const name = textOf(first);
    // `os.getenv("API_KEY", "…")`, `headers.set("X-API-Key", "…")`.
    if (name !== undefined && name.length < 80)
      for (const literal of literals(second ?? named.get('default')))
        this.judgeLiteral(name, literal, isLookup(names, method) ? 'fallback' : 'value', frame, node);
    if (
      literals(first).length > 0 &&
      (names.some(takesPassword) || (method !== undefined && takesPassword(`.${method}`)))
    )
      for (const literal of literals(second)) this.judgeLiteral('password', literal, 'value', frame, node);
  }

  private onFile(file: TextFile, report: Report): void {
    if (file.role !== 'data' && file.role !== 'product') return;
    const reported = new Set<string>();
    for (const { name, value, line } of pairsIn(file)) {
      const verdict = judge(name, value);
      if (!verdict || reported.has(`${line} ${verdict.secret}`)) continue;
      if (hasPublicSiblings(file.lines, line, verdict.secret)) continue;
      reported.add(`${line} ${verdict.secret}`);
      report({
        ...lineIn(file.path, line),
        description: `${LABELS[verdict.purpose]} is stored here as \`${name}\`: ${redacted(verdict.secret)}.`,
        sink: `${name} ${digestOf(verdict.secret)}`,
        severity: verdict.severity,
        confidence: verdict.confidence,
      });
    }
  }

  private reportFinding(view: PackageView, report: Report): void {
    const locations = new LiteralLocations(view);
    for (const { name, verdict, role, frame, line } of this.found.values()) {
      const { secret, purpose, severity, confidence } = verdict;
      const location = locations.find(secret, { file: frame.module, line });
      const written = view.file(location.file);
      // The file itself is checked too, without the examples in it.
      if (written && isApiDocument(written)) continue;
      if (hasPublicSiblings(locations.linesOf(location.file), location.line, secret)) continue;
      const what = role === 'fallback' ? 'is the fallback for a missing setting' : 'is written into the code';
      report({
        at: location.file === frame.module ? frame : { file: location.file },
        lines: { line: location.line, endLine: location.line },
        description: `${LABELS[purpose]}, \`${name}\`, ${what}: ${redacted(secret)}. Everyone who has the package has it.`,
        sink: `${name} ${digestOf(secret)}`,
        severity,
        confidence,
      });
    }
  }
}

const looksUp = memoByName((name) => /env|config|settings|getOrDefault/iu.test(name));
const LOOKUPS = new Set(['get', 'getenv', 'env', 'str', 'setdefault']);
const isLookup = (names: readonly string[], method = ''): boolean =>
  names.some(looksUp) || LOOKUPS.has(method);

/** The name of the preferred value: an environment variable, a field. */
function nameOf(expression: Expression): string {
  for (const node of nodesWithin(expression, false)) {
    if (node.kind !== 'call') continue;
    const [given] = node.arguments;
    if (given?.value.kind === 'constant' && typeof given.value.value === 'string') return given.value.value;
  }
  return lastNameOf(expression);
}

/** Secrets in the server's own code or configuration. */
export const writtenSecret: Rule = {
  id: 'MCP-E002',
  class: 'E',
  title: 'Secret written into the code or its configuration',
  severity: 'high',
  confidence: 'high',
  cwe: 798,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  what: 'A literal is stored under the name of a password, token or key, handed over as such an argument, or is the fallback for one that is missing from the environment; or a text of several lines, or an answer, has a line `API key: …`. So are values in `.env`, JSON, YAML, TOML and Dockerfiles of the package. Passwords that are short words with digits are medium.',
  why: 'Everyone who installs the package knows the secret, and nobody can change it without a new version. A fallback for a signing key lets anyone make tokens for every server that was not configured.',
  example: {
    language: 'typescript',
    bad: 'const key = process.env.SKYCAST_API_KEY || "skc_7fQ2…";',
    good: 'const key = process.env.SKYCAST_API_KEY;\nif (!key) throw new Error("SKYCAST_API_KEY is not set");',
  },
  fix: 'Change the secret, since it has been published. Read it from the environment or a file that the user names, and fail when it is missing instead of falling back to a literal.',
  notCounted: [
    'placeholders, labels, names of variables, messages: `"Enter your password"`',
    'keys that are public by design: publishable keys, analytics, searches of documents, public keys of pairs',
    'hashes of passwords',
    'tests, documents, examples and `.env.example`, and the examples in descriptions of interfaces (OpenAPI)',
    'keys of providers, which MCP-E001 reports',
  ],
  remembering: () => new WrittenSecrets().checks,
};
