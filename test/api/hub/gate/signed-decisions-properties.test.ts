import { EXACT } from '@mcp-hub/client-configurations';
import { decide, type PublicKey } from '@mcp-hub/client-configurations/decisions';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { policies, servers, verdicts, world } from '../../../support/catalog-worlds.js';
import { CiGate } from '../../../support/ci-gate.js';
import { decisionsIn, keysOf } from '../../../support/signed-decisions.js';

let gate: CiGate;
let keys: PublicKey[];
beforeAll(async () => {
  gate = await CiGate.start();
  keys = await keysOf(gate.actors.anonymous);
});
afterAll(async () => {
  await gate.close();
});

const RUNS = 12;

/** A version that was pushed, of an entry that nobody vouches for: the public name of the repository is not its name. */
const PUSHED: Parameters<typeof world>[1] = [
  {
    name: 0,
    owner: 'none',
    isPrivate: false,
    origin: 'community',
    license: 'MIT',
    repo: 0,
    versions: [
      {
        pkg: 0,
        number: '1.0.0',
        kind: 'upload',
        score: 90,
        level: 0,
        bytes: 0,
        declares: 'nothing',
        state: 'good',
      },
    ],
  },
];

describe('For all policies and catalogs', () => {
  it('the signed decisions are those of the gate, by every name and version', async () => {
    const seen = { ALLOWED: 0, DENIED: 0 };
    await fc.assert(
      fc.asyncProperty(servers, policies, async (plan, rules) => {
        const { own, mark, made, client, path } = await world(gate, plan, rules);
        try {
          const { body } = await gate.actors.anonymous.get(`${path}/decisions.json`);
          const document = decisionsIn(body, keys);
          const numbers = ['1.0.0', 'v1.1.0', '2.0.0', '9.9.9'];
          const versions = [
            ...numbers,
            ...made.flatMap(({ visible, commits }) => [
              ...visible,
              ...commits,
              ...commits.map((commit) => commit.slice(0, 9)),
            ]),
          ];
          const names = [
            ...new Set(made.map(({ name }) => name)),
            ...[0, 1, 2].flatMap((index) => [
              `npm:${mark}-pkg-${index}`,
              `https://github.com/${mark}/repo-${index}`,
              `io.github.${mark}/repo-${index}`,
            ]),
          ];
          const digests = made.flatMap(({ bytes }) => bytes);
          const asked = [
            ...names.flatMap((name) => versions.map((version) => ({ name, version }))),
            ...[...new Set(digests)].map((name) => ({ name, version: name })),
            ...made.flatMap(({ name, bytes }) => bytes.map((version) => ({ name, version }))),
          ];
          const said: string[] = [];
          for (let at = 0; at < asked.length; at += 500)
            said.push(...(await verdicts(client, own.id, asked.slice(at, at + 500))));
          for (const [index, { name, version }] of asked.entries()) {
            const { decision } = decide(document, { name, version, pin: EXACT });
            expect([name, version, decision]).toEqual([name, version, said[index]]);
            seen[decision] += 1;
          }
        } finally {
          await gate.t.rows('DELETE FROM mcp WHERE name LIKE $1', [`${mark}%`]);
        }
      }),
      { numRuns: RUNS, includeErrorInReport: true, examples: [[[...PUSHED], []]] },
    );
    expect(seen.ALLOWED).toBeGreaterThan(0);
    expect(seen.DENIED).toBeGreaterThan(0);
  });
});
