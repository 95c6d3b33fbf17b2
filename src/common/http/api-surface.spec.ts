import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Surfaces, type ApiSurface } from './api-surface.js';

const surface = (prefix: string): ApiSurface => ({
  name: prefix || 'rest',
  prefix,
  errorBody: () => ({}),
});

const orders = (prefixes: readonly string[]) =>
  fc.shuffledSubarray([...prefixes], { minLength: prefixes.length }).map((list) => list.map(surface));

describe('Surfaces.of', () => {
  it.each([
    ['/v1', '/v1'],
    ['/v1/', '/v1'],
    ['/v1/catalog', '/v1'],
    ['/v1/grc', '/v1/grc'],
    ['/v1/grc/findings', '/v1/grc'],
    ['/v1/grcx', '/v1'],
    ['/v10/catalog', 'rest'],
    ['/api/v1/catalog', 'rest'],
    ['/', 'rest'],
    ['/healthz', 'rest'],
    ['/v1%2Fcatalog', 'rest'],
  ])('answers %s with %s, independent of the order of registration', (path, name) => {
    fc.assert(
      fc.property(orders(['', '/v1', '/v1/grc']), (surfaces) => {
        expect(new Surfaces(surfaces).of({ path }).name).toBe(name);
      }),
    );
  });

  it('fails when no surface handles all other paths', () => {
    const surfaces = new Surfaces([surface('/v1')]);
    expect(() => surfaces.of({ path: '/healthz' })).toThrow('empty prefix');
    expect(surfaces.of({ path: '/v1/catalog' }).name).toBe('/v1');
  });

  it('does not modify the given list', () => {
    const given = [surface(''), surface('/v1')];
    expect(new Surfaces(given).of({ path: '/v1/x' }).name).toBe('/v1');
    expect(given.map(({ prefix }) => prefix)).toEqual(['', '/v1']);
  });
});
