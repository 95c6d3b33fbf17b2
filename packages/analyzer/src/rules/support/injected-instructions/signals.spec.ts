import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SIGNALS, type Signal, type SignalKind } from './signals.js';
import { describeSignals, mainSignal, verdictOf } from './verdict.js';

const signal = (kind: SignalKind, weight: number): Signal => ({ kind, weight, words: `${kind} ${weight}` });
const anySignal = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(SIGNALS) as SignalKind[])),
    weight: fc.constantFrom(0.5, 1, 2),
  })
  .map(({ kind, weight }) => signal(kind, weight));

const SEVERITIES = [undefined, 'medium', 'critical'];
const rank = (signals: readonly Signal[]): number => SEVERITIES.indexOf(verdictOf(signals)?.severity);

describe('indicators', () => {
  it.each([
    [[], undefined],
    [[signal('pressure', 0.5)], undefined],
    [[signal('sending', 1)], 'medium'],
    [[signal('pressure', 0.5), signal('ordering', 0.5)], 'medium'],
    [[signal('sending', 1), signal('sending', 1)], 'medium'],
    [[signal('sending', 1), signal('sending', 0.5)], 'medium'],
    [[signal('sending', 1), signal('pressure', 0.5)], 'critical'],
    [[signal('sending', 1), signal('concealment', 1)], 'critical'],
    [[signal('encoded', 2)], 'critical'],
  ] as const)('%j mean %s', (signals, severity) => {
    expect(verdictOf(signals)?.severity).toBe(severity);
  });

  it('never mean less with one more, in any sequence', () => {
    fc.assert(
      fc.property(fc.array(anySignal), anySignal, (signals, more) => {
        expect(rank([...signals, more])).toBeGreaterThanOrEqual(rank(signals));
        expect(rank([...signals].reverse())).toBe(rank(signals));
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
