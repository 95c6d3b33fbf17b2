import { describe, expect, it } from '@jest/globals';
import { HUB_OPERATIONS, OPERATIONS } from '../support/openapi-contract.js';
import { useHub } from '../support/suite.js';
import { exchange } from '../support/wire.js';

const { t } = await useHub();
const admin = await t.actors.admin();

const withParameters = [...OPERATIONS, ...HUB_OPERATIONS]
  .filter(({ path }) => path.includes('{'))
  .map(({ method, path }) => [method, path] as const);

describe('a parameter of a path that cannot be decoded', () => {
  // `exchange` validates the error against the OpenAPI document of the API that was meant.
  it.each(withParameters)('is 400 in %s %s', async (method, path) => {
    const actor = path.startsWith('/v1/') ? admin : t.actors.anonymous;
    for (const undecodable of ['%', '%ff', '%E0%A4%A']) {
      const { status } = await exchange(t, actor, [method, path.replaceAll(/\{\w+\}/g, undecodable)]);
      expect(status).toBe(400);
    }
  });
});
