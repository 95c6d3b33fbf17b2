import { describe } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { twins } from '../support/twins.js';

/** A tool whose parameter `x` goes into a command after some statements. */
const after = (...statements: string[]): string =>
  lines(
    'HEAD',
    'HIGH',
    'const NAME = z.string().regex(/^[a-z]+$/);',
    'const BAD = /[^a-z]/;',
    'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
    ...statements.map((statement) => `  ${statement}`),
    '  execSync(`ls ${x}`, { timeout: 1000 });',
    '  return { content: [] };',
    '});',
  );

describe('lists of the signs that may be in a text', () => {
  twins([
    [
      'any other sign is refused',
      after('if (/[a-z]/.test(x)) throw new Error("bad");'),
      after('if (/[^a-z]/.test(x)) throw new Error("bad");'),
    ],
    [
      'any other sign is refused by a name for the pattern',
      after('if (!BAD.test(x)) throw new Error("bad");'),
      after('if (BAD.test(x)) throw new Error("bad");'),
    ],
    [
      'a text is gone on with that has no other sign',
      after('if (/[^a-z;]/i.test(x)) return { content: [] };'),
      after('if (x.match(/[^a-z0-9_]+/i)) return { content: [] };'),
    ],
    [
      'another sign is looked for at the beginning alone',
      after('if (/^[^a-z]/.test(x)) throw new Error("bad");'),
      undefined,
    ],
    [
      'another sign is looked for from where a match ended',
      after('if (/[^a-z]/g.test(x)) return;'),
      undefined,
    ],
    [
      'the class is none, though every object has something of its name',
      after('if (!/^[[:constructor:]]$/.test(x)) throw new Error("bad");'),
      undefined,
    ],
    [
      'the class is not closed',
      after('if (!/^[[:alpha]$/.test(x)) throw new Error("bad");'),
      after('if (!/^[[:alpha:]]$/.test(x)) throw new Error("bad");'),
    ],
    ['there need not be another sign', after('if (/[^a-z]*/.test(x)) return;'), undefined],
  ]);
});

describe('a schema that a value is asked to satisfy', () => {
  twins([
    [
      'fails on any other value',
      after('z.string().min(1).parse(x);'),
      after('z.string().min(1).regex(/^[a-z]+$/).parse(x);'),
    ],
    ['stands under a name', after('NAME.safeParse(x);'), after('NAME.parse(x);')],
    ['asks about a changed value', after('z.string().trim().regex(/^[a-z]+$/).parse(x);'), undefined],
    ['has another value in place of a wrong one', after('NAME.catch("a").parse(x);'), undefined],
    ['fails, and that is all', after('try { NAME.parse(x); } catch {}'), undefined],
    ['makes a number of it', after('z.coerce.number().parse(x);'), undefined],
  ]);
});
