import { describe, expect, it } from '@jest/globals';
import { PartialType } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { ApiError } from '../errors/api-error.js';
import { createValidationPipe } from './validation.js';
import { AsSent, IsQueryInteger, IsText, OptionalNotNull, Required, Satisfies } from './validators.js';

const isA = (value: unknown): boolean => value === 'a';

class Base {
  @Required()
  @IsText(1, 3)
  name: unknown;
}

class Dto extends Base {
  @OptionalNotNull()
  @IsIn(['a', 'b'])
  kind?: unknown;

  @OptionalNotNull()
  @IsQueryInteger(1, 9)
  limit: unknown = 5;

  @OptionalNotNull()
  @Satisfies('areA', isA, 'each item must be a', { each: true })
  @ArrayUnique()
  @ArrayMaxSize(3)
  @IsArray()
  list?: unknown;

  @OptionalNotNull()
  @AsSent()
  @Satisfies('isObject', (value) => typeof value === 'object', 'must be an object')
  json?: unknown;
}

class Change extends PartialType(Dto) {}

const pipe = createValidationPipe();
const read = (value: unknown, metatype: new () => object = Dto): Promise<object> =>
  pipe.transform(value, { type: 'body', metatype }) as Promise<object>;

/** The message of the refusal of a value. */
const refusal = async (value: unknown): Promise<string> => {
  try {
    return `accepted: ${JSON.stringify(await read(value))}`;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
};

describe('a DTO', () => {
  it('has declared fields and defaults only', async () => {
    const dto = await read({ name: 'a', kind: 'b', other: 1, toString: 2 });
    expect(dto).toBeInstanceOf(Dto);
    expect(Object.entries(dto)).toEqual([
      ['limit', 5],
      ['name', 'a'],
      ['kind', 'b'],
    ]);
  });

  it('has the fields declared by its base class', async () => {
    expect(await read({ kind: 'a', other: 1 }, Change)).toEqual({ kind: 'a', limit: 5 });
  });

  it('takes null of an optional field as absent, and its default counts', async () => {
    expect(await read({ name: 'a', kind: null, limit: null })).toEqual({ name: 'a', limit: 5 });
    expect(await read({ name: null, kind: 'a' }, Change)).toEqual({ kind: 'a', limit: 5 });
  });

  it('converts query parameters', async () => {
    expect(await read({ name: 'a', limit: '7' })).toMatchObject({ limit: 7 });
  });

  it.each([
    [{}, /^name is required: must be a string/],
    [{ name: '' }, /^name must be a string/],
    [{ name: null }, /^name is required: must be a string/],
    [{ name: 'a', limit: '10' }, /^limit must be a whole number from \d+ to 9$/],
    [{ name: 'a', limit: 'abc' }, /^limit must be a whole number from \d+ to 9$/],
    [{ name: 'a', list: 'a' }, /^list must be an array/],
    [{ name: 'a', list: ['a', 'b'] }, /^list each item must be a/],
    [{ name: 'a', list: ['a', {}] }, /^list each item must be a/],
    [{ name: 'a', json: 1 }, /^json must be an object/],
  ])('names the fault of %j', async (value, message) => {
    expect(await refusal(value)).toMatch(message);
  });

  it('says that a parameter of a query is repeated, if it must not be', async () => {
    const readQuery = (query: object): Promise<unknown> =>
      pipe.transform(query, { type: 'query', metatype: Dto }) as Promise<unknown>;
    await expect(readQuery({ name: 'a', limit: ['1', '2'] })).rejects.toThrow(
      'limit must be given only once',
    );
    expect(await readQuery({ name: 'a', list: ['a'] })).toMatchObject({ list: ['a'] });
  });

  it('names the length of a list that is too long, whatever its items', async () => {
    const list = Array(20_000).fill('b');
    expect(await refusal({ name: 'a', list })).toMatch(/^list must contain no more than 3/);
  });

  it.each([
    '{"name":{"constructor":1}}',
    '{"name":{"constructor":null,"then":{}}}',
    '{"name":{"__proto__":{"constructor":{"prototype":1}}}}',
    '{"name":[{"constructor":[]}]}',
    '{"constructor":{"name":"a"},"prototype":1,"__proto__":{"name":"a"}}',
    `{"name":${'['.repeat(60)}${']'.repeat(60)}}`,
  ])('is refused only for the missing name when %s is sent', async (text) => {
    expect(await refusal(JSON.parse(text))).toMatch(/^name /);
  });

  it('keeps AsSent values unchanged', async () => {
    const text =
      '{"toString":1,"toJSON":"x","prototype":[],"constructor":{"prototype":2},"__proto__":{"a":[{"__proto__":null}]}}';
    const dto = (await read(JSON.parse(`{"name":"a","json":${text}}`))) as Dto;
    expect(Object.getOwnPropertyNames(dto.json)).toEqual(Object.getOwnPropertyNames(JSON.parse(text)));
    expect(Object.getOwnPropertyDescriptor(dto.json, '__proto__')?.value).toEqual({
      a: [JSON.parse('{"__proto__":null}')],
    });
  });

  it('reads neither undeclared fields nor the content of AsSent values', async () => {
    const looked: unknown[] = [];
    const watched = (target: object): object =>
      new Proxy(target, { ownKeys: (object) => (looked.push(object), Reflect.ownKeys(object)) });
    await read({ name: 'a', json: watched({ a: 1 }), other: watched({ b: watched({}) }) });
    expect(await refusal({ name: watched({ c: 1 }) })).toMatch(/^name /);
    expect(looked).toEqual([]);
  });
});
