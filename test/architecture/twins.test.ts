import { beforeAll, describe, expect, it } from '@jest/globals';
import { useHub, useTestApp } from '../support/suite.js';
import type { PlainAnswer } from '../support/twins/answers.js';
import { problemOf } from '../support/twins/rules.js';
import { ASKED, nameOf, sweep, type Asked } from '../support/twins/sweep.js';
import { TwinWorld } from '../support/twins/world.js';

const SETTINGS = { RATE_LIMIT_ENTERPRISE: '100000', RATE_LIMIT_GRC: '100000' };
const { idp, t } = await useHub(SETTINGS);
const other = await useTestApp({ ...idp.settings, ...SETTINGS });

let full: TwinWorld;
/** The answers of a world that has only what counts. */
let pure: ReadonlyMap<Asked, PlainAnswer>;
beforeAll(async () => {
  pure = await sweep(await TwinWorld.of(t, idp));
  full = await TwinWorld.of(other, idp);
});

/** What is wrong with the answers now. */
async function problems(hasHistory = false): Promise<string[]> {
  const answers = await sweep(full);
  return ASKED.flatMap((asked) => {
    const [before, now] = [pure.get(asked), answers.get(asked)];
    if (before === undefined || now === undefined) throw new Error('each question has an answer');
    const problem = problemOf(asked, before, now, hasHistory);
    return problem === undefined ? [] : [`${nameOf(asked)}: ${problem}`];
  });
}

describe('the answers about an organization', () => {
  it('are the same in another world with the same rows', async () => {
    expect(await problems()).toEqual([]);
  });

  it('do not depend on other organizations, active, suspended, deleted or without the plan', async () => {
    await full.addOthers();
    expect(await problems()).toEqual([]);
  });

  it('do not depend on what is expired, disabled, suspended or for something else', async () => {
    await full.addDead();
    expect(await problems()).toEqual([]);
  });

  it('do not depend on history: older, revoked, failed, incomplete and preview versions', async () => {
    await full.addPast();
    expect(await problems(true)).toEqual([]);
  });
});
