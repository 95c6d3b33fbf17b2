import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from '../../../../common/values/json.js';
import { sha256Of } from '../../../../common/values/sha256-digest.js';
import { deliveryNameOf } from '../delivery-reader.js';
import { at, listAt } from './json-path.js';
import { WEBHOOK_PROVIDER_NAMES, WEBHOOK_PROVIDERS } from './webhook-providers.js';

// Generates objects with the property names that the readers look up and arbitrary values.
const NAMES = [
  ...[
    'ref',
    'after',
    'deleted',
    'head_commit',
    'id',
    'action',
    'release',
    'tag_name',
    'repository',
    'html_url',
  ],
  ...[
    'project',
    'web_url',
    'checkout_sha',
    'tag',
    'commit',
    'push',
    'changes',
    'new',
    'name',
    'target',
    'hash',
  ],
  ...[
    'links',
    'html',
    'href',
    'type',
    'data',
    'object',
    'created',
    'customer',
    'status',
    'items',
    'metadata',
  ],
  ...['before', 'forced', 'default_branch', 'event_name', 'path_with_namespace', 'full_name', 'old', 'uuid'],
  ...['plan', 'price', 'lookup_key', '__proto__', 'constructor', 'toString'],
];
const { payload } = fc.letrec<{ payload: unknown; value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    fc.constantFrom('published', 'active', 'customer.subscription.updated', 'a'.repeat(40), 'pro', 1),
    tie('payload'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  payload: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 8 }),
}));

const CONTEXT = { headers: {}, hosts: ['github.com', 'gitlab.com', 'bitbucket.org'] };
const EVENTS = [
  ...[
    'push',
    'release',
    'repository',
    'Push Hook',
    'Release Hook',
    'System Hook',
    'repo:push',
    'repo:updated',
    '',
  ],
  'customer.subscription.updated',
];

describe('a payload', () => {
  it('is read without throwing, whatever it contains', () => {
    fc.assert(
      fc.property(payload, (value) => {
        const json = JSON.parse(JSON.stringify(value)) as JsonObject;
        for (const name of WEBHOOK_PROVIDER_NAMES) {
          for (const event of EVENTS) {
            const found = WEBHOOK_PROVIDERS[name].read(event, json, CONTEXT);
            if (found?.kind !== 'source') continue;
            for (const { commit } of found.changes)
              expect(commit ?? 'a'.repeat(40)).toMatch(/^[0-9a-f]{40,64}$/);
          }
          const delivery = { headers: {}, payload: json, digest: sha256Of('x') };
          expect(deliveryNameOf(name, delivery).deliveryId).toMatch(/^[!-~]{1,200}$/);
        }
      }),
    );
  });

  it.each(WEBHOOK_PROVIDER_NAMES)('of the example of %s is an event', (name) => {
    const { example, eventName, read } = WEBHOOK_PROVIDERS[name];
    const events = [
      ...EVENTS,
      eventName({ headers: {}, payload: example as JsonObject, digest: sha256Of('x') }),
    ];
    const kinds = events.map((event) => read(String(event), example as JsonObject, CONTEXT)?.kind);
    expect(kinds.filter((kind) => kind !== undefined)).not.toEqual([]);
  });

  it('has its own properties only, none of a prototype', () => {
    expect(at({}, 'constructor')).toBeUndefined();
    expect(at({}, '__proto__', 'toString')).toBeUndefined();
    expect(at([1], 'length')).toBe(1);
    expect(at('text', 'length')).toBeUndefined();
    expect(at({ a: [{ b: 2 }] }, 'a', 0, 'b')).toBe(2);
    expect(listAt({ a: [1, 2, 3] }, 2, 'a')).toEqual([1, 2]);
    expect(listAt({ a: 'text' }, 2, 'a')).toEqual([]);
  });
});
