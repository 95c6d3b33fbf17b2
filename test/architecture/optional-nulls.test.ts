import { describe, expect, it } from '@jest/globals';
import { componentOf, type Json, type Operation } from '../support/openapi-contract.js';
import type { ApiResponse } from '../support/api-client.js';
import {
  bodySchemaOf,
  fieldOf,
  isObject,
  JSON_OPERATIONS,
  nameOf,
  useOperationRequests,
} from './operation-requests.js';

const requests = await useOperationRequests();

/** A body without an optional field, and the same with null for it. */
interface Variant {
  readonly field: string;
  readonly absent: unknown;
  readonly withNull: unknown;
}

/** All variants of a value, by its schema, also within lists and objects. */
function variantsOf(api: Operation['api'], reference: Json, value: unknown, path = ''): Variant[] {
  const schema = componentOf(api, reference);
  const alternatives = (schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf'] ?? []) as Json[];
  const nested = alternatives.flatMap((alternative) => {
    const { type, required = [] } = componentOf(api, alternative) as { type?: string; required?: string[] };
    const [name] = required;
    // An item that can be a text, or an object with that text.
    const inner =
      type === 'object' && typeof value === 'string' && name !== undefined ? { [name]: value } : value;
    return variantsOf(api, alternative, inner, path);
  });
  if (Array.isArray(value) && isObject(schema['items']) && value.length > 0) {
    const [first, ...others] = value as unknown[];
    return [
      ...nested,
      ...within(variantsOf(api, schema['items'], first, `${path}0.`), (item) => [item, ...others]),
    ];
  }
  if (!isObject(schema['properties']) || !isObject(value)) return nested;
  const required = (schema['required'] ?? []) as string[];
  const own = Object.entries(schema['properties'] as Record<string, Json>).flatMap(([name, property]) => {
    const { [name]: given = componentOf(api, property)['example'], ...others } = value;
    // A document that is kept and addressed as it was sent: a null would be stored in it.
    if (name === 'manifest_json') return [];
    const parts = within(variantsOf(api, property, given, `${path}${name}.`), (part) => ({
      ...others,
      [name]: part,
    }));
    if (required.includes(name)) return parts;
    return [...parts, { field: path + name, absent: others, withNull: { ...others, [name]: null } }];
  });
  return [...nested, ...own];
}

const within = (variants: readonly Variant[], wrap: (part: unknown) => unknown): Variant[] =>
  variants.map(({ field, absent, withNull }) => ({ field, absent: wrap(absent), withNull: wrap(withNull) }));

it('covers the operations with optional fields', () => {
  const fields = JSON_OPERATIONS.flatMap((operation) =>
    variantsOf(operation.api, bodySchemaOf(operation), requests.bodyOf(operation)).map(
      ({ field }) => `${nameOf(operation)} ${field}`,
    ),
  );
  expect(fields).toEqual(
    expect.arrayContaining([
      'POST /v1/tokens expires_in',
      'POST /api/v1/catalog/check mcps.0.version',
      'PUT /api/v1/orgs/{orgId}/mcps/{mcpId}/launch images.0.version',
      'POST /api/v1/orgs/{orgId}/policies/test policies.0.environments',
      'POST /api/v1/admin/mcps source.npm',
    ]),
  );
});

describe.each(JSON_OPERATIONS.map((operation) => [nameOf(operation), operation] as const))(
  '%s',
  (_name, operation) => {
    it('answers null for an optional field like its absence', async () => {
      const schema = bodySchemaOf(operation);
      const count = variantsOf(operation.api, schema, requests.bodyOf(operation)).length;
      const ask = (json: unknown): Promise<ApiResponse> => requests.send(operation, json);
      const faults: string[] = [];
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) {
        // Names in bodies are unique, so that each request has its own.
        const variant = (): Variant | undefined =>
          variantsOf(operation.api, schema, requests.bodyOf(operation))[index];
        const before = await ask(variant()?.absent);
        const sent = variant();
        const answer = await ask(sent?.withNull);
        const after = await ask(variant()?.absent);
        statuses.push(before.status, answer.status);
        const expected = [before, after].map((each) => `${each.status} ${String(fieldOf(each))}`);
        const given = `${answer.status} ${String(fieldOf(answer))}`;
        if (!expected.includes(given)) faults.push(`${String(sent?.field)}: ${given}, not ${expected[0]}`);
      }
      expect(faults).toEqual([]);
      // Equal refusals of a body that is invalid anyway would prove nothing.
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      if (count > 0) expect(statuses.some((status) => status !== 400)).toBe(true);
    });
  },
);
