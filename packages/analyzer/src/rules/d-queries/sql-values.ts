import { describeSource } from '../support/flows.js';
import type { Rule } from '../rule.js';
import { sqlChecks } from './sql-flow.js';

/** A client's value becomes part of an SQL statement. */
export const sqlValues: Rule = {
  id: 'MCP-D001',
  class: 'D',
  title: 'SQL built from what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 89,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  what: 'A parameter of a tool, or part of a request, is put into the text of a statement by a template, by concatenation or by formatting.',
  why: 'A quote in the value ends the literal, and the rest is read as SQL: other tables are read, rows are changed, and in some databases files are written.',
  example: {
    language: 'python',
    bad: 'db.execute(f"SELECT * FROM books WHERE author = \'{author}\'")',
    good: 'db.execute("SELECT * FROM books WHERE author = ?", (author,))',
  },
  fix: 'Bind values as parameters of the statement; the text itself stays constant.',
  notCounted: [
    'bound parameters, and tagged templates of libraries that bind',
    'numbers, members of a fixed set, values escaped by the driver',
    'concatenated placeholders of parameters: `?, ?, ?`',
  ],
  ...sqlChecks({
    position: 'value',
    description: (taint) =>
      `A statement of SQL holds ${describeSource(taint)} in its text: a quote in it begins other SQL.`,
  }),
};
