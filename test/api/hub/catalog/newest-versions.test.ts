import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { History, type Happening } from '../../../support/histories.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const RUNS = 12;

/** What every answer says after a history; all say the same. */
async function after(happenings: readonly Happening[]): Promise<History> {
  const history = await History.start(t, actors);
  for (const happening of happenings) await history.happen(happening);
  return history;
}

async function expectOne(history: History): Promise<void> {
  await history.readLabels();
  const expected = history.expected();
  const answers = await history.answers();
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, expected])));
}

const tag = (commit: number, number: string): Happening => ({ what: 'tag', commit, number });
const push = (commit: number): Happening => ({ what: 'branch', commit });
const preview = (commit: number): Happening => ({ what: 'preview', commit });
const revoke = (commit: number): Happening => ({ what: 'revoke', commit });

describe('the newest version of an MCP', () => {
  it.each<[string, readonly Happening[]]>([
    ['is not a patch of an old line', [tag(1, '2.0.0'), tag(2, '1.9.1')]],
    ['is not a commit after a release', [push(1), tag(1, '1.0.0'), push(2)]],
    ['is not a pre-release where there is a final one', [tag(1, '1.0.0'), tag(2, '2.0.0-rc.1')]],
    [
      'is the highest pre-release where there is none',
      [tag(1, '1.0.0-rc.2'), tag(2, '1.0.0-rc.10'), push(3)],
    ],
    ['is the last commit of the default branch where nothing is released', [push(1), push(2)]],
    ['is never a preview', [push(1), preview(2)]],
    ['is a preview that came to the default branch', [push(1), preview(2), push(3), push(2)]],
    ['is an old commit that was tagged', [push(1), push(2), tag(1, '1.0.0')]],
    [
      'is the one with the highest of its tags',
      [tag(1, '1.0.0'), tag(2, '1.1.0'), tag(1, '1.2.0'), tag(2, '1.0.1')],
    ],
    ['is the one before a revoked one', [tag(1, '1.0.0'), tag(2, '2.0.0'), revoke(2)]],
    [
      'is the one that the registry has under the number',
      [{ what: 'registry', number: '1.0.0' }, tag(1, '1.0.0')],
    ],
  ])('%s', async (_what, happenings) => {
    await expectOne(await after(happenings));
  });

  it('is the same for every endpoint after every history', async () => {
    const numbers = fc.constantFrom(
      '0.9.0',
      '1.0.0',
      '1.9.1',
      '1.10.0',
      '2.0.0-rc.1',
      '2.0.0-rc.10',
      '2.0.0',
      '2.0.0+5',
    );
    const commit = fc.integer({ min: 1, max: 5 });
    const happening: fc.Arbitrary<Happening> = fc.oneof(
      fc.record({ what: fc.constantFrom('branch' as const, 'preview' as const), commit }),
      fc.record({ what: fc.constant('tag' as const), commit, number: numbers }),
      fc.record({
        what: fc.constant('registry' as const),
        number: numbers.filter((text) => !text.includes('+')),
      }),
      fc.record({ what: fc.constant('revoke' as const), commit }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 8 }), async (happenings) => {
        const history = await after(happenings);
        // Findings stay those of the last newest version when there is none any more.
        if (history.expected() !== undefined) await expectOne(history);
      }),
      { numRuns: RUNS },
    );
  });

  it('does not change by previews: no answer but the list of versions does', async () => {
    const history = await after([push(1), tag(1, '1.0.0'), push(2)]);
    await history.readLabels();
    const before = await history.answers();
    for (const commit of [3, 1, 2]) await history.happen(preview(commit));
    expect(await history.answers()).toEqual(before);
    const { body } = await t.actors.anonymous.get(`/api/v1/mcps/${history.mcp.id}/versions`);
    expect(body.total).toBe(3);
  });
});
