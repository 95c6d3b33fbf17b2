import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
beforeAll(async () => {
  // Fails a transaction with a PostgreSQL error, a given number of times. Sequences do not roll back.
  await t.rows('CREATE SEQUENCE conflicts');
  await t.rows(`
    CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.description LIKE 'conflict %' AND nextval('conflicts') <= split_part(NEW.description, ' ', 3)::integer THEN
        RAISE EXCEPTION 'another transaction was first' USING ERRCODE = split_part(NEW.description, ' ', 2);
      END IF;
      RETURN NEW;
    END $$`);
  await t.rows('CREATE TRIGGER conflict BEFORE INSERT ON area FOR EACH ROW EXECUTE FUNCTION conflict()');
});

const createArea = async (code: string, times: number) => {
  await t.rows('ALTER SEQUENCE conflicts RESTART');
  const { id, owner } = await actors.organization();
  const area = {
    name: 'Area',
    slug: `a-${randomUUID().slice(0, 8)}`,
    description: `conflict ${code} ${times}`,
  };
  const answer = await owner.post(`/api/v1/orgs/${id}/areas`, area);
  const events = await t.rows(`SELECT id FROM audit_event WHERE org_id = $1 AND action = 'area.created'`, [
    id,
  ]);
  const areas = await t.rows('SELECT id FROM area WHERE org_id = $1', [id]);
  return { answer, events: events.length, areas: areas.length };
};

describe.each(['40P01', '40001'])('a transaction that the database aborts with %s', (code) => {
  it.each([1, 5])('is retried after %d failures, and leaves one event', async (times) => {
    const { answer, events, areas } = await createArea(code, times);
    expect([answer.status, events, areas]).toEqual([201, 1, 1]);
  });

  it('fails after the sixth one: 503 with Retry-After, without effect', async () => {
    const { answer, events, areas } = await createArea(code, 1000);
    expect([answer.status, answer.body.code, events, areas]).toEqual([503, 'UNAVAILABLE', 0, 0]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const [{ tries } = { tries: '' }] = await t.rows<{ tries: string }>(
      'SELECT last_value AS tries FROM conflicts',
    );
    expect(Number(tries)).toBe(6);
  });
});
