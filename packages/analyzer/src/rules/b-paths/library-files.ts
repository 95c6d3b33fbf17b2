import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallEvent } from '../../engine/events.js';
import type { Value } from '../../engine/values/value.js';
import { byName } from '../../models/model.js';
import type { FileCall } from './file-calls.js';
import names from './names.json' with { type: 'json' };

const { writingFirst, readingFirst, uploads } = names.libraryFiles;

/** A field of the options, or the argument of that name: `page.screenshot({ path })`, `page.screenshot(path=…)`. */
const optional =
  (name: string) =>
  ({ arguments: { positional, named } }: CallEvent): readonly Value[] => {
    const value = named.get(name);
    const held = positional.flatMap(({ objects }) => objects.flatMap(({ fields }) => fields.get(name) ?? []));
    return value ? [...held, value] : held;
  };

/** An argument, also by its name. */
const at =
  (index: number, name: string) =>
  (event: CallEvent): readonly Value[] => [argument(event, index, name)];

/** Any argument, or an item of a list: `page.setInputFiles(selector, files)`. */
const anyOf = ({ arguments: { positional, named } }: CallEvent): readonly Value[] =>
  [...positional.slice(-2), ...named.values()].flatMap((value) => [
    value,
    ...value.objects.flatMap(({ items, rest }) => [...(items ?? []), ...(rest ? [rest] : [])]),
  ]);

/** A method of the project with the name of a library's is followed instead. */
const unlessOwn =
  (read: (event: CallEvent) => readonly Value[]) =>
  (event: CallEvent): readonly Value[] =>
    event.callee.targets.some(({ kind }) => kind === 'closure') ? [] : read(event);

const call = (operation: string, paths: FileCall['paths']): FileCall => ({
  operation,
  paths: unlessOwn(paths),
});

/** Files that libraries read and write under a path that they are given: browsers, tables, images, archives, clouds. */
export const LIBRARY_FILES: Readonly<Record<string, FileCall>> = {
  ...byName(writingFirst, call('written', at(0, 'path'))),
  ...byName(readingFirst, call('read', at(0, 'path'))),
  ...byName(['.screenshot', '.pdf'], call('written', optional('path'))),
  ...byName(uploads, call('sent', anyOf)),
  '.download_file': call('written', at(2, 'Filename')),
  '.upload_file': call('sent', at(0, 'Filename')),
  'urllib.request.urlretrieve': call('written', at(1, 'filename')),
  'wget.download': call('written', at(1, 'out')),
  'shutil.make_archive': call('read', at(2, 'root_dir')),
};
