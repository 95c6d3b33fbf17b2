import { describe } from '@jest/globals';
import { flows, goHandler, lines, pythonHandler } from '../support/flow-rows.js';

const CATALOG = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?";
const PY = 'import sqlite3\ncursor = sqlite3.connect("/srv/notes.db").cursor()';
const python = (query: string, bound = '[x]', test = 'if not cursor.fetchone():'): string =>
  pythonHandler(
    PY,
    `cursor.execute("${query}", ${bound})`,
    test,
    '    raise ValueError()',
    'sink(f"PRAGMA table_info({x})")',
  );

const JS = 'import Database from "better-sqlite3"; const db = new Database("/srv/notes.db");';
const javascript = (query: string, bound = 'x'): string =>
  `${JS} function handler(x) { const row = db.prepare("${query}").get(${bound}); if (!row) throw new Error("no"); sink("SELECT * FROM " + x); }`;

const go = (query: string, test = 'err != nil'): string =>
  goHandler(
    'database/sql',
    'var db, _ = sql.Open("sqlite", "/srv/notes.db")',
    'var name string',
    `err := db.QueryRow("${query}", x).Scan(&name)`,
    `if ${test} {`,
    '\treturn err',
    '}',
    'sink("SELECT * FROM " + x)',
  );

describe('a name that was looked up among the tables of a database', () => {
  flows('python', [
    ['and found', 'harmless', 'SQL', python(CATALOG)],
    [
      'and found, compared with None',
      'harmless',
      'SQL',
      python(CATALOG, '(x,)', 'if cursor.fetchone() == None:'),
    ],
    [
      'and found at once',
      'harmless',
      'SQL',
      lines(
        PY,
        'def handler(x):',
        `    row = cursor.execute("${CATALOG}", (x,)).fetchone()`,
        '    if row == None:',
        '        return',
        '    sink("SELECT * FROM " + x)',
      ),
    ],
    ['and not found', 'harmful', 'SQL', python(CATALOG, '[x]', 'if cursor.fetchone():')],
    ['with another name', 'harmful', 'SQL', python(CATALOG, '["notes"]')],
    ['in a table of its own', 'harmful', 'SQL', python('SELECT name FROM notes WHERE name = ?')],
    ['or anything else', 'harmful', 'SQL', python(`${CATALOG} OR 1 = 1`)],
    ['by its type', 'harmful', 'SQL', python('SELECT name FROM sqlite_master WHERE type = ?')],
  ]);
  flows('javascript', [
    ['and found', 'harmless', 'SQL', javascript(CATALOG)],
    [
      'as the second value',
      'harmless',
      'SQL',
      javascript(
        'SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?',
        '"main", x',
      ),
    ],
    ['with another name', 'harmful', 'SQL', javascript(CATALOG, '"notes"')],
  ]);
  flows('go', [
    ['and found', 'harmless', 'SQL', go(CATALOG)],
    ['and not found', 'harmful', 'SQL', go(CATALOG, 'err == nil')],
    ['in a table of its own', 'harmful', 'SQL', go('SELECT name FROM notes WHERE name = ?')],
  ]);
});
