import { describe, expect, it } from '@jest/globals';
import { mutationsOfSql, mutationsOfUpdates, type Edit } from '../../scripts/mutants/sql-operators.mjs';

const applied = (sql: string, edits: readonly Edit[]): string[] =>
  edits
    .map(({ start, end, replacement }) => sql.slice(0, start) + replacement + sql.slice(end))
    .map((text) => text.replaceAll(/\s+/gu, ' ').trim())
    .sort();

describe('mutations of SQL', () => {
  it.each<[string, string, string[]]>([
    [
      'each condition of a filter, and its comparisons',
      'WHERE a = $1 AND (b IS NULL OR c < 2)',
      [
        'WHERE a <> $1 AND (b IS NULL OR c < 2)',
        'WHERE true AND (b IS NULL OR c < 2)',
        'WHERE a = $1 AND (b IS NOT NULL OR c < 2)',
        'WHERE a = $1 AND (b IS NULL AND c < 2)',
        'WHERE a = $1 AND (b IS NULL OR c <= 2)',
        'WHERE a = $1 AND (b IS NULL OR false)',
        'WHERE a = $1 AND (false OR c < 2)',
        'WHERE a = $1 AND true',
      ],
    ],
    [
      'a range as one condition',
      'WHERE a BETWEEN 1 AND 2 AND b',
      ['WHERE a BETWEEN 1 AND 2 AND true', 'WHERE true AND b'],
    ],
    ['a moment, which nothing is at exactly', 'WHERE a > now()', ['WHERE a < now()', 'WHERE true']],
    [
      'joins, their conditions and defaults',
      'SELECT coalesce(a.x, 0) FROM b LEFT JOIN a ON a.id = b.id LIMIT 1',
      [
        'SELECT coalesce(a.x) FROM b LEFT JOIN a ON a.id = b.id LIMIT 1',
        'SELECT coalesce(a.x, 0) FROM b JOIN a ON a.id = b.id LIMIT 1',
        'SELECT coalesce(a.x, 0) FROM b LEFT JOIN a ON a.id <> b.id LIMIT 1',
        'SELECT coalesce(a.x, 0) FROM b LEFT JOIN a ON true LIMIT 1',
        'SELECT coalesce(a.x, 0) FROM b LEFT JOIN a ON a.id = b.id',
      ],
    ],
    [
      'what is counted, and in which order',
      'SELECT count(DISTINCT a) FILTER (WHERE b) ORDER BY c DESC',
      [
        'SELECT count( a) FILTER (WHERE b) ORDER BY c DESC',
        'SELECT count(DISTINCT a) ORDER BY c DESC',
        'SELECT count(DISTINCT a) FILTER (WHERE true) ORDER BY c DESC',
        'SELECT count(DISTINCT a) FILTER (WHERE b) ORDER BY c ASC',
      ],
    ],
    [
      'no assignment, argument name or part of another operator',
      'UPDATE a SET b = 1, c = make_interval(mins => 2)',
      [],
    ],
    [
      'negations',
      'WHERE NOT EXISTS (SELECT FROM a) AND b IS DISTINCT FROM c',
      [
        'WHERE EXISTS (SELECT FROM a) AND b IS DISTINCT FROM c',
        'WHERE NOT EXISTS (SELECT FROM a) AND b IS NOT DISTINCT FROM c',
        'WHERE NOT EXISTS (SELECT FROM a) AND true',
        'WHERE true AND b IS DISTINCT FROM c',
      ],
    ],
    ['a comparison with a list', 'WHERE a = ANY($1)', ['WHERE a <> ALL($1)', 'WHERE true']],
  ])('change %s', (_, sql, expected) => {
    expect(applied(sql, mutationsOfSql(sql))).toEqual([...expected].sort());
  });

  it.each([
    ['UPDATE a SET b = 1, updated_at = now() WHERE c', 'UPDATE a SET b = 1 WHERE c'],
    ['UPDATE a SET updated_at = now(), b = 1', 'UPDATE a SET b = 1'],
  ])('leave updated_at in %s', (sql, expected) => {
    expect(applied(sql, mutationsOfUpdates(sql))).toEqual([expected]);
  });
});
