import { describe, expect, it } from '@jest/globals';
import { ByteBudget } from './byte-budget.js';

describe('ByteBudget', () => {
  it('refuses more than its total', () => {
    expect(new ByteBudget(10).take(11)).toBeUndefined();
  });

  it('refuses bytes in use, and grants them again once they are released', () => {
    const budget = new ByteBudget(10);
    const giveBack = budget.take(6);
    expect(budget.take(5)).toBeUndefined();
    expect(budget.take(4)).toBeDefined();
    giveBack?.();
    expect(budget.take(7)).toBeUndefined();
    expect(budget.take(6)).toBeDefined();
  });

  it('releases bytes only once', () => {
    const budget = new ByteBudget(10);
    const giveBack = budget.take(5);
    expect(budget.take(5)).toBeDefined();
    giveBack?.();
    giveBack?.();
    expect(budget.take(6)).toBeUndefined();
    expect(budget.take(5)).toBeDefined();
  });
});
