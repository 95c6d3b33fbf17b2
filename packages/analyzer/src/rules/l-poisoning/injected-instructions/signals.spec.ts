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

describe('signs together', () => {
  it('count once for each kind', () => {
    expect(weightOf([signal('sending', 1), signal('sending', 1), signal('pressure', 0.5)])).toBe(1.5);
  });

  it('weigh no less with one more, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(anySignal), anySignal, (signals, more) => {
        expect(weightOf([...signals, more])).toBeGreaterThanOrEqual(weightOf(signals));
        expect(weightOf([...signals].reverse())).toBe(weightOf(signals));
      }),
    );
  });

  it('are reported in words, the strongest first', () => {
    expect(describeSignals([signal('pressure', 0.5), signal('sending', 1)])).toBe(
      `${SIGNALS.sending} and ${SIGNALS.pressure}`,
    );
  });

  it('have a place: that of the first that is one by itself', () => {
    expect(mainSignal([signal('pressure', 0.5), signal('sending', 1)])?.kind).toBe('sending');
    expect(mainSignal([signal('pressure', 0.5)])?.kind).toBe('pressure');
    expect(mainSignal([])).toBeUndefined();
  });
});
