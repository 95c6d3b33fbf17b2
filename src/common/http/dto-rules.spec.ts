import { describe, expect, it } from '@jest/globals';
import { IsIn, IsInt, IsOptional, Max, ValidateIf, validateSync } from 'class-validator';
import fc from 'fast-check';
import { surelyHolds } from './dto-rules.js';
import { IsText, Satisfies } from './validators.js';

class Parent {
  @IsText(1, 3)
  name: unknown;
}

class Dto extends Parent {
  @Max(9)
  @IsInt()
  @IsOptional()
  count?: unknown;

  @IsIn(['a', 'b'])
  @ValidateIf((dto: Dto, value) => value !== undefined || dto.count === 1)
  kind?: unknown;
}

class WithList {
  @Satisfies('isA', (value) => value === 'a', 'must be a', { each: true })
  list: unknown;
}

class Unruled {
  name: unknown;
}

const value = fc.constantFrom(undefined, null, '', 'a', 'b', 'abcd', 0, 1, 9, 10, 1.5, NaN, true, [], {});

describe('surelyHolds', () => {
  it('says what class-validator says', () => {
    fc.assert(
      fc.property(fc.record({ name: value, count: value, kind: value }), (values) => {
        const dto = Object.assign(new Dto(), values);
        expect(surelyHolds(dto)).toBe(validateSync(dto).length === 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves the items of lists, and classes without rules, to class-validator', () => {
    expect(surelyHolds(Object.assign(new WithList(), { list: ['a'] }))).toBe(false);
    expect(surelyHolds(Object.assign(new Unruled(), { name: 'a' }))).toBe(false);
  });
});
