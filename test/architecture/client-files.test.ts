import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { CLIENT_FORMATS, type ClientFormat } from '@mcp-hub/client-configurations';

/** The row of a format in `docs/ci.md`. */
function rowOf({ name, files }: ClientFormat): string[] {
  const cell = (paths: readonly string[]): string =>
    [...new Set(paths)].map((path) => `\`${path}\``).join(', ');
  const of = (system: 'linux' | 'macos' | 'windows'): string =>
    cell(files.flatMap(({ user = {} }) => (typeof user === 'string' ? [user] : (user[system] ?? []))));
  return [
    name,
    cell(files.flatMap(({ workspace }) => workspace ?? [])),
    of('linux'),
    of('macos'),
    of('windows'),
  ];
}

it('the guide has the files of all formats', () => {
  const [, section = ''] = readFileSync('docs/ci.md', 'utf8').split('\n## Files\n');
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows.slice(2)).toEqual(CLIENT_FORMATS.map(rowOf));
});
