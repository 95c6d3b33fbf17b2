import type { TestApp } from './test-app.js';

/** Helpers for tests of areas. `get` returns the context of the test, once it has started. */
export function areaTools(get: () => { readonly t: TestApp; readonly org: { readonly id: string } }) {
  /** Areas, their members and the number of events, which a refusal must not change. */
  const state = (): Promise<unknown> =>
    get().t.rows(
      `SELECT (SELECT json_agg(a ORDER BY a.id) FROM area a WHERE a.org_id = $1) AS areas,
              (SELECT json_agg(m ORDER BY m.area_id, m.user_id) FROM area_member m WHERE m.org_id = $1) AS members,
              (SELECT length FROM audit_chain WHERE id = $1) AS events`,
      [get().org.id],
    );
  const lastEvent = async (): Promise<unknown> =>
    (
      await get().t.rows(
        `SELECT action, resource_type, resource_id, details FROM audit_event
          WHERE chain_id = $1 ORDER BY position DESC LIMIT 1`,
        [get().org.id],
      )
    )[0];
  const NOT_FOUND = (what: string) => ({
    status: 404,
    body: { error: 'not_found', message: `${what} not found`, code: 'NOT_FOUND' },
  });
  const answerOf = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return { status, body };
  };

  return { state, lastEvent, NOT_FOUND, answerOf };
}
