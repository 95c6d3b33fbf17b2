import { escapedText } from '@mcp-hub/analyzer/texts';
import { CONFIGURATION_LIMITS } from './limits.js';
import { UnreadableConfiguration } from './unreadable-configuration.js';
import { namedServer } from './launch/named-server.js';
import type { ServerEntry } from './server-entry.js';

const { lines: MAX_LINES, lineLength: MAX_LINE } = CONFIGURATION_LIMITS;

/** The lines of a text, one after the other: a file may have millions. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

/** What names a server in a line. */
function withoutComment(line: string): string {
  const comment = /(?:^|\s)#/.exec(line);
  return (comment === null ? line : line.slice(0, comment.index)).trim();
}

const KEY = /^(?:- +)?[\w."'-]+$/;

/** The format that a line belongs to, other than a list; undefined for a line of a list. */
function otherFormatOf(line: string): string | undefined {
  if (line.startsWith('<')) return 'XML';
  if (line.startsWith('[') && line.endsWith(']')) return 'TOML';
  const equals = line.indexOf('=');
  if (
    equals > 0 &&
    KEY.test(line.slice(0, equals).trimEnd()) &&
    /^["'[{]/.test(line.slice(equals + 1).trimStart())
  )
    return 'TOML';
  const colon = line.endsWith(':') ? line.length - 1 : line.indexOf(': ');
  const key = colon > 0 ? line.slice(0, colon) : '';
  return KEY.test(key) && key !== 'npm' && key !== 'pypi' ? 'YAML' : undefined;
}

/** The format that a text looks like, which is no list; nothing of such a file is shown or sent. */
export function otherFormat(text: string): string | undefined {
  for (const line of linesOf(text)) {
    const found = otherFormatOf(withoutComment(line));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The servers of a plain list: `name@version` or `name version` in each line, in any form of name that the hub understands.
 * Lines may be empty or start with `#`.
 * @param limit how many are read
 * @throws UnreadableConfiguration for a line that is too long
 */
export function readServerList(file: string, text: string, limit = Infinity): ServerEntry[] {
  const servers: ServerEntry[] = [];
  let number = 0;
  const other = otherFormat(text);
  if (other !== undefined)
    throw new UnreadableConfiguration(
      escapedText(file, 300),
      `looks like ${other}, which is not read, and is no list of servers`,
    );
  const failure = (problem: string): UnreadableConfiguration =>
    new UnreadableConfiguration(`${escapedText(file, 300)}:${number}:1`, problem);
  for (const whole of linesOf(text)) {
    number += 1;
    if (number > MAX_LINES) throw failure(`the list has more than ${MAX_LINES} lines`);
    const line = withoutComment(whole);
    if (line === '') continue;
    if (servers.length >= limit) break;
    if (line.length > MAX_LINE) throw failure(`the line is longer than ${MAX_LINE} characters`);
    servers.push(serverIn(file, whole, line, number));
  }
  return servers;
}

/** @param line what names the server in the whole line */
function serverIn(file: string, whole: string, line: string, number: number): ServerEntry {
  const start = whole.indexOf(line) + 1;
  return {
    file,
    name: line,
    region: { startLine: number, startColumn: start, endLine: number, endColumn: start + line.length },
    launch: namedServer(line),
  };
}
