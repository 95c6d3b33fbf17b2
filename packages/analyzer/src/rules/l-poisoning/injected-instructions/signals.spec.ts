import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mainSignal, SIGNALS, describeSignals, weightOf, type Signal, type SignalKind } from './signals.js';

const signal = (kind: SignalKind, weight: number): Signal => ({ kind, weight, words: `${kind} ${weight}` });
const anySignal = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(SIGNALS) as SignalKind[])),
    weight: fc.constantFrom(0.5, 1, 2),
  })
  .map(({ kind, weight }) => signal(kind, weight));

describe('indicators', () => {
  it('count once per kind', () => {
    expect(weightOf([signal('sending', 1), signal('sending', 1), signal('pressure', 0.5)])).toBe(1.5);
  });

  it('never weigh less with one more, in any sequence', () => {
    fc.assert(
      fc.property(fc.array(anySignal), anySignal, (signals, more) => {
        expect(weightOf([...signals, more])).toBeGreaterThanOrEqual(weightOf(signals));
        expect(weightOf([...signals].reverse())).toBe(weightOf(signals));
      }),
    );
  });

  it('are described with the strongest first', () => {
    expect(describeSignals([signal('pressure', 0.5), signal('sending', 1)])).toBe(
      `${SIGNALS.sending} and ${SIGNALS.pressure}`,
    );
  });

  it('are located at the first that is sufficient by itself', () => {
    expect(mainSignal([signal('pressure', 0.5), signal('sending', 1)])?.kind).toBe('sending');
    expect(mainSignal([signal('pressure', 0.5)])?.kind).toBe('pressure');
    expect(mainSignal([])).toBeUndefined();
  });
});
