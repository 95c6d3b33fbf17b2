import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useHub, useTestApp } from '../support/suite.js';
import type { PlainAnswer } from '../support/twins/answers.js';
import { outlineOf, outlinesOfJobs, tableOf } from '../support/twins/outlines.js';
import { problemOf } from '../support/twins/rules.js';
import { ASKED, ASKED_OF_OTHERS, nameOf, sweep, type Asked } from '../support/twins/sweep.js';
import { TwinWorld } from '../support/twins/world.js';

const SETTINGS = { RATE_LIMIT_ENTERPRISE: '100000', RATE_LIMIT_GRC: '100000' };
const { idp, t } = await useHub(SETTINGS);
const other = await useTestApp({ ...idp.settings, ...SETTINGS });

const FILE = 'test/architecture/twins-answers.txt';
const ABOUT = `What the world with all twins answers to each request that it does not refuse: the status, a digest of the answer without ids and times that
the product makes, the rows that it names, and the callers who get it. "beta" is another organization, "gone" a suspended
one, "erased" a deleted one and "small" one without the plan. TEST_WRITE=twins rewrites this table; review it as a change.

`;

let full: TwinWorld;
/** The answers of a world that has only what counts. */
let pure: ReadonlyMap<Asked, PlainAnswer>;
/** The last answers of the other world. */
let last: ReadonlyMap<Asked, PlainAnswer>;
beforeAll(async () => {
  pure = await sweep(await TwinWorld.of(t, idp));
  full = await TwinWorld.of(other, idp);
});

/** Whether another storage answers with an address instead. */
const mayRedirect = ({ request }: Asked): boolean =>
  Object.keys(request.operation.responses).some((status) => status.startsWith('3'));

/** What is wrong with the answers now. */
async function problems(hasHistory = false): Promise<string[]> {
  const answers = await sweep(full);
  last = answers;
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

  it('are those of the table, also about others, by others, and by those who are not let in any longer', async () => {
    const answers = [...last, ...(await sweep(full, ASKED_OF_OTHERS))];
    const outlines = answers.flatMap(([asked, answer]) =>
      answer.status < 300 && !mayRedirect(asked) ? [outlineOf(asked, answer)] : [],
    );
    const table = tableOf([...outlines, ...(await outlinesOfJobs(other))]);
    if (process.env['TEST_WRITE'] === 'twins') writeFileSync(FILE, `${ABOUT}${table.join('\n')}\n`);
    const lines = readFileSync(FILE, 'utf8').split('\n');
    expect(table.filter((line) => !lines.includes(line))).toEqual([]);
    expect(lines.filter((line) => line.includes(' → ') && !table.includes(line))).toEqual([]);
  });
});
