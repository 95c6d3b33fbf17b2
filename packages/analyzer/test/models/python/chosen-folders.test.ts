import { describe } from '@jest/globals';
import { flows, lines } from '../../support/flow-rows.js';

/** A handler with the names of a folder and of a file in it. */
const handler = (...body: string[]): string =>
  lines(
    'import os',
    'from pathlib import Path',
    'BASE = Path("/srv/notes")',
    'def names():',
    '    return sorted(p.name for p in BASE.iterdir() if p.is_dir())',
    'def handler(folder, file):',
    ...body.map((line) => `    ${line}`),
  );

const LISTED = ['if folder not in names():', '    raise KeyError(folder)'];
const TESTED = [
  'target = (root / file).resolve()',
  'if not target.is_relative_to(root):',
  '    raise KeyError(file)',
  'sink(target)',
];

describe('folders chosen among those of the program', () => {
  flows('python', [
    ['listed', 'harmless', 'PATH', handler(...LISTED, 'sink(BASE / folder)')],
    ['not listed', 'harmful', 'PATH', handler('names()', 'sink(BASE / folder)')],
    ['a file below', 'harmless', 'PATH', handler(...LISTED, 'root = (BASE / folder).resolve()', ...TESTED)],
    [
      'a file below one not listed',
      'harmful',
      'PATH',
      handler('root = (BASE / folder).resolve()', ...TESTED),
    ],
    ['an unchecked file', 'harmful', 'PATH', handler(...LISTED, 'sink(BASE / folder / file)')],
    [
      'relative to the folder',
      'harmless',
      'PATH',
      handler(...LISTED, 'root = BASE / folder', 'sink(root / (root / file).resolve().relative_to(root))'),
    ],
    [
      'among the parents',
      'harmless',
      'PATH',
      handler(
        ...LISTED,
        'root = (BASE / folder).resolve()',
        'target = (root / file).resolve()',
        'if root in target.parents:',
        '    sink(target)',
      ),
    ],
    [
      'among the parents, not listed',
      'harmful',
      'PATH',
      handler(
        'root = (BASE / folder).resolve()',
        'target = (root / file).resolve()',
        'if root in target.parents:',
        '    sink(target)',
      ),
    ],
    [
      'equal to one that was listed',
      'harmless',
      'PATH',
      handler(...LISTED, 'if file == folder:', '    sink(BASE / file)'),
    ],
    ['equal to one that was not', 'harmful', 'PATH', handler('if file == folder:', '    sink(BASE / file)')],
  ]);
});
