import { describeSource } from '../support/flows.js';
import type { Rule } from '../rule.js';
import { sqlChecks } from './sql-flow.js';

/** A client's value becomes the name of a table or column in an SQL statement. */
export const sqlNames: Rule = {
  id: 'MCP-D002',
  class: 'D',
  title: 'Table or column of SQL named by what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 89,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:L/A:N',
  what: 'A parameter of a tool, or part of a request, is used where a statement names a table, a column or the order of rows.',
  why: 'Names cannot be bound, so they are often put in as they come: `name; DROP TABLE …` or `(SELECT password FROM users)` fit there as well.',
  example: {
    language: 'typescript',
    bad: 'db.query(`SELECT * FROM articles ORDER BY ${sort}`)',
    good: 'const column = COLUMNS.get(sort); // a Map of constants\nif (!column) throw new Error("unknown column");\ndb.query(`SELECT * FROM articles ORDER BY ${column}`)',
  },
  fix: "Choose the name from a fixed set, or quote it with the driver's own function for names (`escapeIdentifier`, `sql.Identifier`).",
  notCounted: ['names from a fixed set, or of letters, digits and `_` alone', 'names quoted by the driver'],
  ...sqlChecks({
    position: 'name',
    description: (taint) =>
      `A statement of SQL takes a name from ${describeSource(taint)}: a table or column that is not checked can be any piece of SQL.`,
  }),
};
