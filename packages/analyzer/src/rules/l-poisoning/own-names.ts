import type { PackageView } from '../rule.js';
import { isCodeOrData } from '../support/code-files.js';
import type { Described } from './described.js';
import type { IsOwn } from './foreign-tools.js';

/** More names are taken for own ones: each is looked for in all files. */
const MAX_SEARCHES = 1000;

/** How often a name stands in a text, as far as a hundred. */
function occurrences(text: string, name: string): number {
  let count = 0;
  for (let at = text.indexOf(name); at >= 0 && count < 100; at = text.indexOf(name, at + name.length))
    count += 1;
  return count;
}

/**
 * Whether a name is that of something in this package: a tool, a parameter, or whatever else its code speaks of outside
 * of the descriptions.
 */
export function ownNames(view: PackageView, texts: readonly Described[]): IsOwn {
  const known = new Map<string, boolean>();
  for (const { name, parameters } of view.surface.tools)
    for (const each of [name, ...parameters.map((parameter) => parameter.name)])
      known.set(each.toLowerCase(), true);
  let [code, descriptions]: (string | undefined)[] = [];
  let searches = 0;
  return (name) => {
    let own = known.get(name);
    if (own === undefined) {
      if ((searches += 1) > MAX_SEARCHES) return true;
      code ??= view.paths
        .filter(isCodeOrData)
        .map((path) => (view.file(path)?.text ?? '').toLowerCase())
        .join('\n');
      descriptions ??= texts.map(({ text }) => text.toLowerCase()).join('\n');
      own = occurrences(code, name) > occurrences(descriptions, name);
      known.set(name, own);
    }
    return own;
  };
}
