import type { HubActors, HubUserActor } from './hub-actors.js';
import type { TestApp } from './test-app.js';

/** A new platform administrator. */
export async function platformAdmin(t: TestApp, actors: HubActors): Promise<HubUserActor> {
  const user = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [user.id]);
  return user;
}

/** The events of a resource, oldest first. */
export const eventsOf = (t: TestApp, resourceId: string): Promise<Record<string, unknown>[]> =>
  t.rows(
    `SELECT action, org_id, actor_id, actor_type, actor_name, details FROM audit_event
      WHERE resource_id = $1 ORDER BY occurred_at, position`,
    [resourceId],
  );
