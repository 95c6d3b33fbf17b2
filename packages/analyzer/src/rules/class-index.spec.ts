import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ALL_RULES } from './all-rules.js';

const HERE = new URL('./', import.meta.url);

const isRule = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'cvss' in value;

/** The ids of the rules exported by the files of a class, including its folders but not its index. */
async function exportedIn(folder: string): Promise<string[]> {
  const path = new URL(`${folder}/`, HERE);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && name !== 'index.ts',
  );
  const modules = await Promise.all(
    files.map(async (name) => {
      const loaded = (await import(new URL(name, path).pathname)) as Record<string, unknown>;
      return Object.values(loaded);
    }),
  );
  return modules
    .flat()
    .filter(isRule)
    .map(({ id }) => id)
    .sort();
}

describe('the index of a class', () => {
  const folders = readdirSync(HERE).filter((name) => /^[a-z]-/u.test(name));

  it.each(folders)('lists each rule of %s', async (folder) => {
    const letter = folder.charAt(0).toUpperCase();
    const listed = ALL_RULES.filter((rule) => rule.class === letter).map(({ id }) => id);
    expect(await exportedIn(folder)).toEqual([...listed].sort());
  });
});
