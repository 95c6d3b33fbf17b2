import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { Expose } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import fc from 'fast-check';
import { validTextDto } from './text-dto.js';
import { createValidationPipe } from './validation.js';
import {
  IsQueryBoolean,
  IsQueryInteger,
  IsText,
  OptionalNotNull,
  Required,
  Satisfies,
} from './validators.js';

class Path {
  @Required()
  @Satisfies('isName', (value) => typeof value === 'string' && /^[a-c]+$/u.test(value), 'must be a name')
  org: string;
}

class Query extends Path {
  @OptionalNotNull()
  @IsText(1, 3)
  q?: string;

  @OptionalNotNull()
  @IsQueryInteger(1, 9)
  limit = 5;

  @OptionalNotNull()
  @IsQueryBoolean()
  all?: boolean;

  @Expose()
  @IsOptional()
  @IsIn(['a', 'b'])
  order?: string;
}

class List {
  @Required()
  @Satisfies('areNames', (value) => value === 'a', 'each item must be a', { each: true })
  names: unknown;
}

const path = { type: 'param', metatype: Path } as const satisfies ArgumentMetadata;
const query = { type: 'query', metatype: Query } as const satisfies ArgumentMetadata;

const body = { type: 'body', metatype: Query } as const satisfies ArgumentMetadata;

/** The DTO from the pipe, or the message of its refusal. */
const outcome = (pipe: ValidationPipe, value: unknown, metadata: ArgumentMetadata): Promise<unknown> =>
  pipe.transform(value, metadata).catch((error: unknown) => (error as Error).message);

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the DTO of a path or query', () => {
  it('is built without the pipe when all texts pass their rules', async () => {
    const pipe = jest.spyOn(ValidationPipe.prototype, 'transform');
    const dto = (await createValidationPipe().transform({ org: 'abc', other: '1' }, path)) as Path;
    expect(dto).toBeInstanceOf(Path);
    expect(Object.fromEntries(Object.entries(dto))).toEqual({ org: 'abc' });
    expect(pipe).not.toHaveBeenCalled();
  });

  it.each<[string, unknown, ArgumentMetadata]>([
    ['a text that breaks a rule', { org: 'd' }, path],
    ['a missing text', {}, path],
    ['a text that needs a conversion', { org: 'a', limit: '3' }, query],
    ['a repeated parameter', { org: ['a', 'b'] }, path],
    ['a body', { org: 'a' }, { type: 'body', metatype: Path }],
    ['a parameter without a DTO', 'a', { type: 'param', metatype: String }],
    ['rules of the items of a list', { names: 'a' }, { type: 'query', metatype: List }],
  ])('is left to the pipe for %s', (_what, value, metadata) => {
    expect(validTextDto(value, metadata)).toBeUndefined();
  });

  it('is the same as that of the pipe, and refused with the same message', async () => {
    // Repeated parameters, which are lists, are left to the pipe, and their message to it as well.
    const value = fc.constantFrom('', 'a', 'b', 'abc', 'abcd', '1', '5', '10', 'true', 'c\0');
    const request = fc.record(
      { org: value, q: value, limit: value, all: value, order: value, other: value },
      { requiredKeys: [] },
    );
    const pipe = createValidationPipe();
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        expect(await outcome(pipe, sent, query)).toEqual(await outcome(pipe, sent, body));
      }),
      { numRuns: 1000 },
    );
  });
});
