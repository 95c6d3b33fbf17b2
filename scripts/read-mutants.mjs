/** Mutants of the catalog and of resolving that return wrong results or read more than necessary. */
export const READ_MUTANTS = [
  {
    name: 'catalog-reads-organizations-of-single-packages',
    file: 'src/registry/catalog/private-candidates.ts',
    find: 'nameKey: name.includes(WILDCARD) ? undefined : nameKey(name)',
    replace: 'nameKey: undefined',
    tests: ['test/api/registry/catalog-cost'],
  },
  {
    name: 'catalog-lists-do-not-bound-each-other',
    file: 'src/registry/catalog/private-candidates.ts',
    find: '...one.filter((candidate) => holds(ofOther, candidate)),',
    replace: '...one,',
    tests: ['src/registry/catalog/private-candidates', 'test/api/registry/catalog-cost'],
  },
  {
    name: 'catalog-reads-again-what-came-before',
    file: 'src/registry/catalog/catalog-order.ts',
    find: 'LIMIT (SELECT ${count}::int))`;',
    replace: 'LIMIT ${count})`;',
    tests: ['test/api/registry/catalog-cost'],
  },
  {
    name: 'range-includes-its-upper-bound',
    file: 'src/registry/versions/range-intervals.ts',
    find: "return operator === '<' ? key : after(key);",
    replace: 'return after(key);',
    tests: ['src/registry/versions/range-intervals', 'test/api/registry/range'],
  },
  {
    name: 'commit-read-through-all-its-versions',
    file: 'src/registry/versions/resolve.read-model.ts',
    find: 'ORDER BY c.git_sha ${direction}, c.sort_key ${direction} LIMIT 1',
    replace: 'ORDER BY c.git_sha ${direction}, c.id ${direction} LIMIT 1',
    tests: ['test/api/registry/commit-cost'],
  },
  {
    name: 'commit-ambiguous-for-what-is-not-published',
    file: 'src/registry/versions/resolve.read-model.ts',
    find: 'GROUP BY g.rank ORDER BY g.rank LIMIT 1',
    replace: '',
    tests: ['test/api/registry/commit-cost'],
  },
];
