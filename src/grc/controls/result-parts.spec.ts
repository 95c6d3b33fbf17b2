import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resultParts } from './result-parts.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

it.each([
  [[0, 0], 17, 34, { controlsAtOnce: 17, mcpsAtOnce: [2] }],
  [[0, 0], 17, 33, { controlsAtOnce: 16, mcpsAtOnce: [2] }],
  [[0, 0, 0], 17, 3, { controlsAtOnce: 1, mcpsAtOnce: [3] }],
  [[0, 0, 0], 17, 2, { controlsAtOnce: 1, mcpsAtOnce: [2, 1] }],
  [[5, 0, 1], 17, 6, { controlsAtOnce: 1, mcpsAtOnce: [1, 2] }],
])(
  'MCPs with %j findings, %d controls and at most %d of both are read as %j',
  (findings, controls, limit, parts) => {
    expect(resultParts(findings, controls, limit)).toEqual(parts);
  },
);

it('has each MCP in one part, no part above the limit, and no more parts of MCPs than needed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 17 }),
      fc.integer({ min: 51, max: 400 }),
      (findings, controls, limit) => {
        const { controlsAtOnce, mcpsAtOnce } = resultParts(findings, controls, limit);
        expect(sum(mcpsAtOnce)).toBe(findings.length);
        expect(controlsAtOnce).toBeGreaterThanOrEqual(1);
        expect(controlsAtOnce).toBeLessThanOrEqual(controls);
        let start = 0;
        const sizes = mcpsAtOnce.map((count) => {
          const part = findings.slice(start, (start += count));
          return controlsAtOnce * count + sum(part);
        });
        for (const size of sizes) expect(size).toBeLessThanOrEqual(limit);
        for (const [index, size] of sizes.entries()) {
          const next = sizes[index + 1];
          // What follows would not have fitted.
          if (next !== undefined) expect(size + next).toBeGreaterThan(limit - 50);
        }
        if (mcpsAtOnce.length > 1) expect(controlsAtOnce).toBe(1);
      },
    ),
  );
});
