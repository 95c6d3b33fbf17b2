import type { FileRole } from '../../files/source-file.js';
import { linesInOrder } from '../support/line-count.js';
import { lineIn } from '../support/locations.js';
import type { Checks, Report, Rule } from '../rule.js';
import type { TextFile } from '../../files/text-file.js';
import { isApiDocument } from './api-document.js';
import { providerKeysIn } from '../../credentials/providers.js';
import { digestOf, redacted } from '../../credentials/redact.js';

/** Files that are installed, run or used to build; not documents and tests. */
const LOOKED_AT: ReadonlySet<FileRole> = new Set([
  'product',
  'minified',
  'browser',
  'data',
  'manifest',
  'ci',
]);

/** The copy of the README in Python packages. */
const ABOUT = /(?:^|\/)(?:PKG-INFO|METADATA)$/u;

function check(file: TextFile, report: Report): void {
  if (!LOOKED_AT.has(file.role) || ABOUT.test(file.path)) return;
  const { text } = file;
  const found = [...providerKeysIn(text)].sort((left, right) => left.index - right.index);
  const reported = new Set<string>();
  const lineOf = linesInOrder(text);
  // A credential in such a document may be an example.
  const mayBeExample = found.length > 0 && isApiDocument(file);
  for (const { name, secret, index, confidence } of found) {
    const line = lineOf(index);
    // Outside of code, such a value is a setting for development.
    if (confidence === 'low' && file.role !== 'product') continue;
    if (reported.has(`${line} ${secret}`)) continue;
    reported.add(`${line} ${secret}`);
    report({
      ...lineIn(file.path, line),
      description: `This file contains a ${name}: ${redacted(secret)}. Everyone who has the package has it.`,
      sink: `${name} ${digestOf(secret)}`,
      confidence: mayBeExample && confidence === 'high' ? 'medium' : confidence,
    });
  }
}

/** A constant that may hold a credential: one long word, and few others. */
const MAY_HOLD = /[\w+/-]{16}/u;
const MAX_TEXT = 300;
/** More constants than a product has. */
const MAX_TEXTS = 20_000;

/** Credentials that the code puts together or decodes, so that no file contains them as they are. */
function remembering(): Checks {
  const seen = new Map<string, { readonly path: string; readonly line: number }>();
  return {
    file: check,
    events: {
      store: ({ value: { constants }, frame, lines }) => {
        constants?.forEach((text) => {
          if (
            typeof text === 'string' &&
            text.length <= MAX_TEXT &&
            seen.size < MAX_TEXTS &&
            MAY_HOLD.test(text)
          )
            if (!seen.has(text)) seen.set(text, { path: frame.module, line: lines.line });
        });
      },
    },
    package: ({ file }, report) => {
      for (const [text, { path, line }] of seen)
        for (const { name, secret, confidence } of providerKeysIn(text)) {
          if (confidence === 'low' || file(path)?.text.includes(secret) !== false) continue;
          report({
            ...lineIn(path, line),
            description: `The code puts a ${name} together: ${redacted(secret)}. Everyone who has the package has it.`,
            sink: `${name} ${digestOf(secret)}`,
            confidence,
          });
        }
    },
  };
}

/** Credentials with a recognizable format. */
export const providerKey: Rule = {
  id: 'MCP-E001',
  class: 'E',
  title: 'Provider key, private key, or URL that contains a password',
  severity: 'high',
  confidence: 'high',
  cwe: 798,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  what: 'The package holds a credential with a known format, or puts it together of parts: keys of AWS, GitHub, GitLab, Slack, Stripe, OpenAI, Anthropic, Google, Hugging Face, npm, PyPI, SendGrid, Telegram, Azure, Databricks and others. JSON Web Tokens, private keys, URLs and connection strings with a password count too.',
  why: 'Whoever installs the package, or finds it in a registry, can use the credential in the name of its owner. Such keys are searched for by machines and used within minutes.',
  example: {
    language: 'go',
    bad: 'const githubToken = "ghp_k7Vx…"',
    good: 'githubToken := os.Getenv("GITHUB_TOKEN")',
  },
  fix: 'Revoke the credential now: it has been published. Read the new one from the environment or from a file that the user names, and fail when it is missing.',
  notCounted: [
    'placeholders: `sk-your-key-here`, `ghp_xxxx`, `<token>`, `${TOKEN}`',
    'beginnings of keys in messages and checks: "starts with `ghp_`"',
    'URLs and connection strings with a password for the own machine, outside of code; in code their confidence is low',
    "Google's keys that pages show to everybody: Firebase in browsers, maps, YouTube's player",
    'documents, examples and tests',
  ],
  remembering,
};
