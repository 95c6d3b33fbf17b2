import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../support/openapi-contract.js';
import {
  bodySchemaOf,
  fieldOf,
  isObject,
  JSON_OPERATIONS,
  nameOf,
  useOperationRequests,
} from './operation-requests.js';
import { componentOf } from '../support/openapi-contract.js';

const requests = await useOperationRequests();

/** What gives rights: roles, tokens, memberships, policies and their exceptions, lists and bindings. */
const GIVE_RIGHTS = [
  'POST /v1/tokens',
  'POST /v1/org/{org}/members',
  'PATCH /api/v1/orgs/{orgId}/members/{userId}',
  'POST /api/v1/orgs/{orgId}/users/invite',
  'POST /api/v1/orgs/{orgId}/areas/{areaId}/members',
  'PATCH /api/v1/orgs/{orgId}/areas/{areaId}/members/{userId}/role',
  'POST /api/v1/orgs/{orgId}/policies',
  'PUT /api/v1/orgs/{orgId}/policies/{policyId}',
  'POST /api/v1/orgs/{orgId}/policies/test',
  'POST /api/v1/orgs/{orgId}/suppressions',
  'POST /api/v1/orgs/{orgId}/tokens',
  'POST /api/v1/orgs/{orgId}/members/{userId}/secrets/rotate',
  'POST /api/v1/orgs/{orgId}/allow-lists',
  'PUT /api/v1/orgs/{orgId}/mcps/{mcpId}/launch',
  'POST /api/v1/admin/mcps/{mcpId}/webhook-secret',
  'POST /api/v1/admin/users',
  'PATCH /api/v1/admin/users/{userId}/role',
  'POST /api/v1/me/sign-out-everywhere',
  'POST /api/v1/admin/users/{userId}/sign-out-everywhere',
  'POST /api/v1/admin/users/{userId}/suspend',
  'POST /api/v1/admin/users/bulk/suspend',
  'POST /api/v1/admin/users/bulk/activate',
];

const named = (operations: readonly Operation[]): [string, Operation][] =>
  operations.map((operation) => [nameOf(operation), operation]);
const givesRights = (operation: Operation): boolean => GIVE_RIGHTS.includes(nameOf(operation));

it('knows all the operations that give rights', () => {
  expect(JSON_OPERATIONS.filter(givesRights).map(nameOf).sort()).toEqual([...GIVE_RIGHTS].sort());
});

describe.each(named(JSON_OPERATIONS.filter(givesRights)))('%s', (_name, operation) => {
  const fields = Object.keys(componentOf(operation.api, bodySchemaOf(operation))['properties'] ?? {});

  it.each(fields)('refuses what is nearly %s with 400, and names it and the field', async (field) => {
    for (const wrong of [`${field}x`, field.slice(0, -1), field.toUpperCase()]) {
      const answer = await requests.send(operation, {
        ...(requests.bodyOf(operation) as object),
        [wrong]: 'x',
      });
      expect([wrong, answer.status, fieldOf(answer)]).toEqual([wrong, 400, wrong]);
      expect(answer.body.message ?? answer.body.error.message).toContain(`did you mean ${field}?`);
    }
  });

  it('repeats no long or hidden name', async () => {
    const body = { ...(requests.bodyOf(operation) as object), [`\u202e${'x'.repeat(100_000)}`]: 'x' };
    const { status, text } = await requests.send(operation, body);
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(1000);
    expect(text).not.toContain('\u202e');
  });

  it('takes null for a field that it does not know like its absence', async () => {
    const body = requests.bodyOf(operation) as object;
    const answer = await requests.send(operation, { ...body, something_else: null });
    expect(fieldOf(answer)).not.toBe('something_else');
  });
});

it('the fields of each policy in a list are known ones', async () => {
  const [operation] = JSON_OPERATIONS.filter((each) => nameOf(each).endsWith('/policies/test'));
  if (operation === undefined) throw new Error('no such operation');
  const { policies, ...body } = requests.bodyOf(operation) as { policies: object[] };
  const answer = await requests.send(operation, {
    ...body,
    policies: [...policies, { ...policies[0], environment: ['production'] }],
  });
  expect([answer.status, fieldOf(answer)]).toEqual([400, 'policies.1.environment']);
});

describe.each(named(JSON_OPERATIONS.filter((operation) => !givesRights(operation))))(
  '%s',
  (_name, operation) => {
    it('drops fields that it does not know', async () => {
      const body = requests.bodyOf(operation);
      // Documents that are kept as they were sent have no example.
      const answer = await requests.send(operation, { ...(isObject(body) && body), something_else: 'x' });
      expect(fieldOf(answer)).not.toBe('something_else');
      expect(answer.status).toBeLessThan(500);
    });
  },
);
