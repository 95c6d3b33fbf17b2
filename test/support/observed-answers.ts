import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { contractViolation } from './openapi-contract.js';
import { preparedFolder } from './prepared.js';
import { captureAnswer, type SentAnswer } from './runner/answers.mjs';

// Outside of these, nothing is in the OpenAPI documents.
const DOCUMENTED = /^\/+(v1|v0\.1|api\/v1|allow|healthz?|readyz?)(\/|$)/;
const MAX_LISTED = 5;
const MAX_LENGTH = 1000;

const violations = new Set<string>();
let checked = 0;

/** The file to which the servers that this worker starts write their answers. */
const answersFile = (): string => join(preparedFolder(), `answers-${process.pid}.ndjson`);

/** Checks every answer of a server of this process, whoever asked. */
export function observeAnswers(server: Server, publicUrl: string): void {
  const prefix = new URL(publicUrl).pathname;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    captureAnswer(request, response, (answer) => check({ ...answer, prefix })),
  );
}

/** The environment in which a started server reports its answers to `checkObservedAnswers`. */
export const answersEnvironment = (): Readonly<Record<string, string>> => ({
  MCP_HUB_TEST_ANSWERS: answersFile(),
  NODE_OPTIONS: `--import ${resolve('test/support/runner/answers.mjs')}`,
});

/** JSON; anything else as text, because manifests are stored as they were uploaded. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function check({ method, url, status, type, text, prefix }: SentAnswer & { readonly prefix: string }): void {
  const [target = ''] = url.split('?');
  const base = prefix.replace(/\/$/, '');
  const path = target.startsWith(base) ? target.slice(base.length) : target;
  if (!DOCUMENTED.test(path)) return;
  checked += 1;
  const [mediaType = ''] = type.split(';', 1);
  const body = text === '' ? undefined : parsed(text);
  const violation = contractViolation(method, path, status, body, mediaType);
  if (violation !== undefined) violations.add(violation.slice(0, MAX_LENGTH));
}

/**
 * Runs after each test file (runner/globals.mjs).
 * @throws when an answer since the last call breaks the OpenAPI documents
 */
function checkObservedAnswers(): void {
  if (existsSync(answersFile())) {
    const lines = readFileSync(answersFile(), 'utf8').split('\n');
    rmSync(answersFile());
    // The last line is unfinished if its server was killed.
    for (const line of lines.slice(0, -1)) check(JSON.parse(line) as Parameters<typeof check>[0]);
  }
  appendFileSync(join(preparedFolder(), 'checked-answers'), `${checked}\n`);
  checked = 0;
  const found = [...violations];
  violations.clear();
  if (found.length === 0) return;
  const listed = found.slice(0, MAX_LISTED).join('\n');
  throw new Error(`${found.length} kinds of answers break the OpenAPI documents, such as\n${listed}`);
}

Object.assign(globalThis, { checkObservedAnswers });
