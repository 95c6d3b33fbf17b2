import { expect, it } from '@jest/globals';
import { drillKills } from '../support/drill/kills-drill.js';

// The drill of `npm run drill -- kills`, with a few kills; a longer run names others.
const KILLS = Number(process.env['TEST_KILLS'] ?? 5);
// A process takes two seconds to start on a quiet machine, and forty on a busy one.
const LONGEST_MS = (300 + KILLS * 60) * 1000;
const SEED = Number(process.env['TEST_KILLS_SEED'] ?? 1);

it(
  `after ${KILLS} kills of servers, workers and their children, nothing acknowledged is lost and nothing is half done (seed ${SEED})`,
  async () => {
    const progress: string[] = [];
    const { kills, acknowledged, findings, output } = await drillKills({
      seed: SEED,
      kills: KILLS,
      servers: 1,
      workers: 1,
      quiet: { seconds: 120, isHurried: true },
      print: (line) => void progress.push(line),
    });
    const violations = findings.flatMap(({ invariant, violations: found }) =>
      found.map((text) => `${invariant}: ${text}`),
    );
    if (violations.length > 0) throw new Error([...violations, ...progress, output].join('\n'));
    expect(kills).toHaveLength(KILLS);
    expect(acknowledged).toBeGreaterThan(KILLS);
    expect(findings.filter(({ checked }) => checked === 0)).toEqual([]);
  },
  LONGEST_MS,
);
