import { jest } from '@jest/globals';
import { UnitOfWork } from '../../src/storage/database/unit-of-work.js';
import type { ApiResponse } from './api-client.js';
import type { TestApp } from './test-app.js';

/** A node of a plan, as `EXPLAIN (ANALYZE, FORMAT JSON)` describes it. Its counts are averages over its loops. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const isTableScan = (node: PlanNode): boolean =>
  /^(Parallel )?(Seq|Index|Index Only|Bitmap Index|Bitmap Heap|Tid|Sample) Scan$/.test(node['Node Type']);

function rowsVisitedBy(node: PlanNode): number {
  const perLoop =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own = isTableScan(node) ? perLoop * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsVisitedBy(child), own);
}

/**
 * The number of rows and index entries that the statements of `read` visit. Unlike time, it is the same on every machine, so that
 * a test can specify what the cost of a read depends on. Statements are run again with EXPLAIN ANALYZE, so `read` must not write.
 * @throws when the response has an unexpected status: a refusal visits few rows, too
 */
export async function visitedRows(
  t: TestApp,
  read: () => Promise<Pick<ApiResponse, 'status'>>,
  status = 200,
): Promise<number> {
  const uow = t.app.get(UnitOfWork);
  const rows = jest.spyOn(uow, 'rows');
  let statements: (readonly [string, readonly unknown[] | undefined])[];
  try {
    const answer = await read();
    if (answer.status !== status) throw new Error(`answered ${answer.status} instead of ${status}`);
    statements = rows.mock.calls.map(([sql, parameters]) => [sql, parameters]);
  } finally {
    rows.mockRestore();
  }
  if (statements.length === 0) throw new Error('nothing was read');
  let visited = 0;
  for (const [sql, parameters] of statements) {
    const [plan] = await uow.rows<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      parameters,
    );
    for (const { Plan } of plan?.['QUERY PLAN'] ?? []) visited += rowsVisitedBy(Plan);
  }
  return visited;
}
