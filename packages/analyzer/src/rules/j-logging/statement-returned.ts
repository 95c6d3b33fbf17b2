import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import type { Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { byName } from '../../models/model.js';
import { inHandler } from '../support/locations.js';
import { ownTexts } from '../support/own-texts.js';
import type { CallCheck, Report, Rule } from '../rule.js';

/** Statements in capitals; in small letters, only those that no sentence looks like. */
const STATEMENT =
  /\b(?:SELECT\s[^;]{1,400}\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S{1,80}\s+SET\s|DELETE\s+FROM\s|MATCH\s*\([^)]{0,80}\)[^;]{0,200}\bRETURN\b)|\bselect\s[^;.]{1,400}\sfrom\s+\S{1,80}\s+where\s|\binsert\s+into\s+\S{1,80}\s*\(|\bdelete\s+from\s+\S{1,80}\s+where\s/u;

/** Whether a value contains a statement of the program's own. */
const hasStatement = (value: Value): boolean => {
  for (const text of ownTexts(value)) if (STATEMENT.test(text)) return true;
  return false;
};

function reportFinding(frame: Frame, lines: Lines, report: Report): void {
  report({
    at: frame,
    lines,
    sink: 'answer',
    description:
      'When the statement fails, the error and the statement itself go to the client: they show the tables and how values are put into it.',
  });
}

/** `mcp.NewToolResultError(fmt.Sprintf("%v: %s", err, query))`. */
const refusal: CallCheck = ({ frame, node, arguments: { positional } }, report) => {
  if (inHandler(frame) && positional.some(hasStatement)) reportFinding(frame, node, report);
};

/** Clients learn how a database is asked. */
export const statementReturned: Rule = {
  id: 'MCP-J004',
  class: 'J',
  title: 'Failed statement returned to the client',
  severity: 'low',
  confidence: 'medium',
  cwe: 209,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N',
  what: 'An answer after an error that contains the SQL or Cypher statement that the program has composed, beside the message of the error.',
  why: 'It shows an attacker the tables, and how to break out of the place where a value is inserted.',
  example: {
    language: 'python',
    bad: 'except sqlite3.Error as error:\n    return f"{error} in {query}"',
    good: 'except sqlite3.Error:\n    log.exception("search failed")\n    return "The search failed"',
  },
  fix: 'Write the statement to the log, and answer with a sentence that helps the user.',
  notCounted: ['statements that the client has sent', 'the message of an error alone'],
  calls: byName(
    ['NewToolResultError', 'NewToolResultErrorf', 'NewToolResultErrorFromErr'].map(
      (name) => `github.com/mark3labs/mcp-go/mcp.${name}`,
    ),
    refusal,
  ),
  events: {
    answer: ({ frame, lines, value }, report) => {
      const isError = taintsWithin(value, frame, 6).some(({ source }) => source.kind === 'exception');
      if (isError && hasStatement(value)) reportFinding(frame, lines, report);
    },
  },
};
