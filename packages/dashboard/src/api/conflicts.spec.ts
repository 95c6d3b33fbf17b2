import { describe, expect, it } from '@jest/globals';
import { ConflictingChange, conflictsOf } from './conflicts.ts';

describe('a form that is saved after somebody else has changed the same', () => {
  const opened = { name: 'a', events: ['x'], limit: 1, enabled: true };

  it('conflicts in the fields that both have changed, differently', () => {
    const now = { name: 'theirs', events: ['x', 'y'], limit: 1, enabled: false };
    expect(conflictsOf(opened, { name: 'mine' }, now)).toEqual([{ field: 'name', theirs: 'theirs' }]);
    expect(conflictsOf(opened, { name: 'theirs', enabled: false }, now)).toEqual([]);
    expect(conflictsOf(opened, { limit: 2 }, now)).toEqual([]);
    expect(conflictsOf(opened, { events: [], limit: 2 }, now)).toEqual([
      { field: 'events', theirs: ['x', 'y'] },
    ]);
  });

  it('says what somebody else has set', () => {
    const { message } = new ConflictingChange([
      { field: 'display_name', theirs: 'Acme' },
      { field: 'enabled', theirs: false },
      { field: 'reason', theirs: null },
      { field: 'events', theirs: ['x', 'y'] },
      { field: 'name', theirs: 'n'.repeat(300) },
    ]);
    expect(message).toContain('has changed display name to “Acme”, enabled to off, reason to nothing, ');
    expect(message).toContain(`events to “x, y”, name to “${'n'.repeat(200)}…” since you opened this`);
  });
});
