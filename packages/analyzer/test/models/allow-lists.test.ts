import { describe } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { twins } from '../support/twins.js';

/** A tool whose parameter `x` is used in a command after some statements. */
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

describe('lists of allowed characters', () => {
  twins([
    [
      'any other character is refused',
      after('if (/[a-z]/.test(x)) throw new Error("bad");'),
      after('if (/[^a-z]/.test(x)) throw new Error("bad");'),
    ],
    [
      'any other character is refused by a named pattern',
      after('if (!BAD.test(x)) throw new Error("bad");'),
      after('if (BAD.test(x)) throw new Error("bad");'),
    ],
    [
      'only a text without other characters is used',
      after('if (/[^a-z;]/i.test(x)) return { content: [] };'),
      after('if (x.match(/[^a-z0-9_]+/i)) return { content: [] };'),
    ],
    [
      'other characters are only checked at the beginning',
      after('if (/^[^a-z]/.test(x)) throw new Error("bad");'),
      undefined,
    ],
    [
      'other characters are checked from the end of a match',
      after('if (/[^a-z]/g.test(x)) return;'),
      undefined,
    ],
    [
      'the class is missing, but every object has a property of that name',
      after('if (!/^[[:constructor:]]$/.test(x)) throw new Error("bad");'),
      undefined,
    ],
    [
      'the class is not closed',
      after('if (!/^[[:alpha]$/.test(x)) throw new Error("bad");'),
      after('if (!/^[[:alpha:]]$/.test(x)) throw new Error("bad");'),
    ],
    ['other characters are optional', after('if (/[^a-z]*/.test(x)) return;'), undefined],
  ]);
});

describe('a schema that validates a value', () => {
  twins([
    [
      'fails on any other value',
      after('z.string().min(1).parse(x);'),
      after('z.string().min(1).regex(/^[a-z]+$/).parse(x);'),
    ],
    ['is a named constant', after('NAME.safeParse(x);'), after('NAME.parse(x);')],
    ['validates a changed value', after('z.string().trim().regex(/^[a-z]+$/).parse(x);'), undefined],
    ['has another value in place of a wrong one', after('NAME.catch("a").parse(x);'), undefined],
    ['fails without consequence', after('try { NAME.parse(x); } catch {}'), undefined],
    ['makes a number of it', after('z.coerce.number().parse(x);'), undefined],
  ]);
});
