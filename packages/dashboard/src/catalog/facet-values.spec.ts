import { describe, expect, it } from '@jest/globals';
import { activeFilters, facetsOf } from './facet-values.ts';

const FACETS = {
  total: 9,
  categories: [{ slug: 'file-systems', name: 'File systems', count: 4 }],
  tags: [],
  languages: [{ name: 'Go', count: 2 }],
  levels: [
    { level: 0, count: 1 },
    { level: 1, count: 2 },
    { level: 2, count: 3 },
  ],
  scores: [
    { min: 0, max: 49, count: 1 },
    { min: 70, max: 79, count: 2 },
    { min: 90, max: 100, count: 3 },
  ],
  unscored: 3,
};

describe('facetsOf', () => {
  it('counts what a lower bound leaves', () => {
    const facets = facetsOf(FACETS);
    const countsOf = (wanted: string) => facets.find(({ key }) => key === wanted)?.values.map((v) => v.count);
    expect(countsOf('min_level')).toEqual([0, 3, 5, 6]);
    expect(countsOf('min_score')).toEqual([3, 3, 5, 5]);
  });
});

describe('activeFilters', () => {
  it('names categories, and shows a slug that has no name', () => {
    expect(activeFilters({ category: 'file-systems', tag: 'x', min_level: 0 }, FACETS)).toEqual([
      { key: 'min_level', label: 'Analyzed' },
      { key: 'category', label: 'Category File systems' },
      { key: 'tag', label: 'Tag x' },
    ]);
    expect(activeFilters({}, undefined)).toEqual([]);
  });
});
