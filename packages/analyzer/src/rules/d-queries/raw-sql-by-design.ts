import { toolName } from '../support/purpose.js';
import type { Rule } from '../rule.js';
import { sqlChecks } from './sql-flow.js';

/** A tool designed to run SQL statements. */
export const rawSqlByDesign: Rule = {
  id: 'MCP-D003',
  class: 'D',
  title: 'Tool that runs any SQL by design',
  severity: 'medium',
  confidence: 'high',
  cwe: 89,
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:U/C:H/I:H/A:N',
  what: 'A tool whose name and description promise to run statements gives the database a parameter as a whole (`sql`, `query`).',
  why: "The code does what it is meant to do. But it gives a model that was misled all the rights of the database's user: to read every table, and to write where that user may.",
  example: {
    language: 'python',
    bad: '@mcp.tool()\ndef query(sql: str) -> str:\n    """Runs an SQL statement."""\n    return json.dumps(db.execute(sql).fetchall())',
    good: 'db = sqlite3.connect("file:shop.db?mode=ro", uri=True)  # cannot write, whatever the statement is',
  },
  fix: 'Connect as a user that may only read what the tool is for, in a read-only transaction with a time limit; a check of the statement’s first word is not a security boundary.',
  notCounted: [
    "statements that only hold a client's values, and tools that do not promise to run statements: MCP-D001 and MCP-D002 report those",
  ],
  ...sqlChecks({
    position: 'whole',
    description: (taint, event) => {
      const tool = toolName(event.frame, taint);
      return `By design, the tool${tool === '' ? '' : ` \`${tool}\``} runs any statement of SQL that it is given: what the database's user may do is all that limits it.`;
    },
  }),
};
