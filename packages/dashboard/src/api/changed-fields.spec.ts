import { expect, it } from '@jest/globals';
import { changedFields } from './changed-fields.ts';

it('keeps the fields whose values differ, whatever they are', () => {
  const opened = { id: '1', name: 'a', source: { npm: 'a' }, events: ['x'], limit: null, enabled: true };
  expect(
    changedFields(opened, { name: 'a', source: { npm: 'a' }, events: ['x'], limit: null, enabled: true }),
  ).toEqual({});
  const changed = { name: 'b', source: null, events: [], limit: 1, enabled: false };
  expect(changedFields(opened, changed)).toEqual(changed);
});
