import { describe, expect, it } from '@jest/globals';
import { statementOf } from './statements.js';

describe('what a statement stores', () => {
  it.each([
    [
      'INSERT INTO tags (note, tag) VALUES (?, ?)',
      'tags',
      [
        ['note', 0],
        ['tag', 1],
      ],
    ],
    [
      "insert or replace into main.tags (note, made, tag) values (?, datetime('now', 'utc'), ?)",
      'tags',
      [
        ['note', 0],
        ['tag', 1],
      ],
    ],
    [
      'INSERT INTO "tags" ("note", `tag`) VALUES ($2, $1::text) RETURNING id',
      'tags',
      [
        ['note', 1],
        ['tag', 0],
      ],
    ],
    [
      'INSERT INTO tags (note, tag) VALUES (%s, %s) ON CONFLICT DO NOTHING',
      'tags',
      [
        ['note', 0],
        ['tag', 1],
      ],
    ],
    [
      'INSERT INTO tags (note, tag) VALUES (:note, @tag)',
      'tags',
      [
        ['note', 'note'],
        ['tag', 'tag'],
      ],
    ],
    ['INSERT INTO tags (note) VALUES (%(note)s)', 'tags', [['note', 'note']]],
    ['INSERT INTO tags (note, open) VALUES (?, 1)', 'tags', [['note', 0]]],
    [
      'UPDATE tags SET note = ?, tag = ? WHERE id = ?',
      'tags',
      [
        ['note', 0],
        ['tag', 1],
      ],
    ],
    ['UPDATE tags SET seen = now(), tag = $2 WHERE id = $1', 'tags', [['tag', 1]]],
  ])('%s', (text, table, columns) => {
    const written = columns.map(([column, placeholder]) => ({ column, placeholder }));
    expect(statementOf(text)).toEqual({ kind: 'write', table, columns: written });
  });
});

describe('what a statement reads', () => {
  it.each([
    ['SELECT note, t.tag AS label FROM tags t WHERE id = ?', ['tags'], ['note', 'label']],
    ['SELECT DISTINCT lower(tag) name FROM tags, notes ORDER BY 1', ['tags', 'notes'], ['name']],
    ['select a.tag from "tags" as a left join notes n on n.id = a.note limit 5', ['tags', 'notes'], ['tag']],
  ])('%s', (text, tables, names) => {
    const statement = statementOf(text);
    if (statement?.kind !== 'read') throw new Error('not read');
    expect(statement.tables).toEqual(tables);
    expect(statement.columns?.map(({ as }) => as)).toEqual(names);
  });

  it('knows no columns where all are read', () => {
    expect(statementOf('SELECT t.* FROM tags t')).toEqual({
      kind: 'read',
      tables: ['tags'],
      columns: undefined,
    });
  });
});

describe('other texts', () => {
  it.each(['DROP TABLE tags', 'SELECT 1', 'Select a tag, please', 'INSERT INTO tags SELECT * FROM old'])(
    '%s store and read nothing',
    (text) => {
      expect(statementOf(text)).toBeUndefined();
    },
  );
});
