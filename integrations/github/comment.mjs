#!/usr/bin/env node
/**
 * Writes the results of the gate into one comment of the pull request, and keeps that one up to date: `node comment.mjs`.
 *
 * Reads GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_EVENT_PATH and GITHUB_API_URL, as GitHub Actions sets them, and
 * GATE_MARKDOWN, the path of the text, and GATE_RESULT. Finds the comment by its marker and its author, because everybody can
 * write the marker. The token of a pull request from a fork may not comment; that prints a notice and is no failure.
 */
import { readFileSync } from 'node:fs';

const MARKER = '<!-- mcp-hub-gate -->';
/** The author of comments that GITHUB_TOKEN writes; another token may have another one. */
const AUTHOR = process.env.GATE_COMMENT_AUTHOR ?? 'github-actions[bot]';
const PAGE = 100;
/** Older comments are not searched. */
const MAX_PAGES = 30;
const MAX_COMMENT = 65_536;
const TIMEOUT_MS = 30_000;

const { GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GATE_MARKDOWN, GATE_RESULT } = process.env;
const api = process.env.GITHUB_API_URL ?? 'https://api.github.com';

class Refused extends Error {}

async function request(method, path, body) {
  const response = await fetch(`${api}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${GITHUB_TOKEN}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      ...(body && { 'content-type': 'application/json' }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status === 403 || response.status === 404)
    throw new Refused(`GitHub answered ${response.status}`);
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} ${path}`);
  return response.json();
}

async function ownComment(number) {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const comments = await request('GET', `/issues/${number}/comments?per_page=${PAGE}&page=${page}`);
    const own = comments.find(({ user, body }) => user?.login === AUTHOR && body?.startsWith(MARKER));
    if (own !== undefined) return own;
    if (comments.length < PAGE) return undefined;
  }
  return undefined;
}

/** The text with its marker, cut after a line when it is too long for a comment. */
function commentOf(text) {
  const whole = `${MARKER}\n${text}`;
  if (whole.length <= MAX_COMMENT) return whole;
  const note = '\n\nThe rest is in the summary of the run.\n';
  const cut = whole.slice(0, MAX_COMMENT - note.length);
  return `${cut.slice(0, cut.lastIndexOf('\n'))}${note}`;
}

async function update() {
  const number = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request?.number;
  if (!Number.isInteger(number)) throw new Error('the event is not about a pull request');
  const body = commentOf(readFileSync(GATE_MARKDOWN, 'utf8'));
  const own = await ownComment(number);
  if (own?.body === body) return;
  if (own !== undefined) await request('PATCH', `/issues/comments/${own.id}`, { body });
  // Where there never was a server, there is nothing to say.
  else if (GATE_RESULT !== 'NONE') await request('POST', `/issues/${number}/comments`, { body });
}

try {
  await update();
} catch (error) {
  if (error instanceof Refused) {
    console.log(
      `::notice::The comment was not written: ${error.message}. It needs the permission pull-requests: write.`,
    );
  } else {
    console.error(`the comment was not written: ${error.message}`);
    process.exitCode = 1;
  }
}
