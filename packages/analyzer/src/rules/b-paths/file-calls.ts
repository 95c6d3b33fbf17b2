import type { CallEvent } from '../../engine/events.js';
import type { Value } from '../../engine/values/value.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import names from './names.json' with { type: 'json' };

/** The file operation of a call, and its paths. */
export interface FileCall {
  /** The operation in a description: `read`, `written`. */
  readonly operation: string;
  readonly paths: (event: CallEvent) => readonly Value[];
}

type FileCalls = Readonly<Record<string, FileCall>>;

const at = (indexes: readonly number[], name?: string) => (event: CallEvent) =>
  indexes.map((index) => argument(event, index, name));

const onReceiver = (event: CallEvent): readonly Value[] => (event.receiver ? [event.receiver] : []);
const onBoth = (event: CallEvent): readonly Value[] => [...onReceiver(event), argument(event, 0)];

const fileCalls = (
  operation: string,
  paths: FileCall['paths'],
  prefix: string,
  names: readonly string[],
): FileCalls => Object.fromEntries(names.map((name) => [prefix + name, { operation, paths }]));

/** Names with their synchronous variants. */
const twins = (names: readonly string[]): string[] => names.flatMap((name) => [name, `${name}Sync`]);

/** Names under which libraries take the path of their first argument. */
const PATH_NAMES = names.fileCalls.pathParameters;

/** The first argument, or the one with a name for a path. */
const FIRST = (event: CallEvent): readonly Value[] => {
  const { positional, named } = event.arguments;
  const name = positional.length === 0 ? PATH_NAMES.find((each) => named.has(each)) : undefined;
  return [argument(event, 0, name)];
};
const FIRST_TWO = at([0, 1]);

/** A path or a list of paths. */
const listedAt =
  (index: number, name: string) =>
  (event: CallEvent): readonly Value[] => {
    const value = argument(event, index, name);
    const items = value.objects.flatMap((object) => [
      ...(object.items ?? []),
      ...(object.rest ? [object.rest] : []),
    ]);
    return [value, ...items];
  };

/** A field of the options: `git.clone({ dir })`. */
const fields =
  (...names: readonly string[]) =>
  (event: CallEvent): readonly Value[] =>
    event.arguments.positional.flatMap(({ objects }) =>
      objects.flatMap(({ fields: all }) => names.flatMap((name) => all.get(name) ?? [])),
    );

const globalOpen: FileCall = {
  operation: 'opened',
  paths: (event) => (event.frame.scope.traits.opensFiles ? [argument(event, 0, 'file')] : []),
};

const SCRIPT: FileCalls = {
  ...fileCalls('read', FIRST, 'fs.', [
    ...twins(['readFile', 'open', 'readJson', 'readJSON']),
    'createReadStream',
    'openAsBlob',
  ]),
  ...fileCalls('written', FIRST, 'fs.', [...twins(names.fileCalls.fsWriting), 'createWriteStream']),
  ...fileCalls('deleted', FIRST, 'fs.', twins(['unlink', 'rm', 'rmdir', 'remove', 'emptyDir'])),
  ...fileCalls(
    'moved or copied',
    FIRST_TWO,
    'fs.',
    twins(['rename', 'copyFile', 'cp', 'copy', 'move', 'link', 'symlink']),
  ),
  ...fileCalls('read', FIRST, '', names.fileCalls.scriptReading),
  ...fileCalls('written', FIRST, '', [
    'Bun.write',
    'Deno.writeTextFile',
    'Deno.writeFile',
    'write-file-atomic',
  ]),
  'xlsx.writeFile': { operation: 'written', paths: at([1]) },
  ...fileCalls('deleted', FIRST, '', [
    'Deno.remove',
    'rimraf',
    'rimraf.rimraf',
    'rimraf.sync',
    'del',
    'del.deleteAsync',
    'trash',
  ]),
};

const PYTHON: FileCalls = {
  open: globalOpen,
  ...fileCalls('opened', FIRST, '', names.fileCalls.pythonOpening),
  ...fileCalls('read', FIRST, '', names.fileCalls.pythonReading),
  ...fileCalls('written', FIRST, '', names.fileCalls.pythonWriting),
  ...fileCalls('deleted', FIRST, '', names.fileCalls.pythonDeleting),
  ...fileCalls('moved or copied', FIRST_TWO, '', names.fileCalls.pythonMoving),
  ...fileCalls('read', onReceiver, 'pathlib.Path().', ['read_text', 'read_bytes', 'open']),
  ...fileCalls('written', onReceiver, 'pathlib.Path().', ['write_text', 'write_bytes', 'touch', 'chmod']),
  ...fileCalls('deleted', onReceiver, 'pathlib.Path().', ['unlink', 'rmdir']),
  ...fileCalls('moved or copied', onBoth, 'pathlib.Path().', [
    'rename',
    'replace',
    'symlink_to',
    'hardlink_to',
    'link_to',
  ]),
  ...fileCalls('read', onReceiver, 'anyio.Path().', ['read_text', 'read_bytes', 'open']),
  ...fileCalls('written', onReceiver, 'anyio.Path().', ['write_text', 'write_bytes', 'touch']),
};

const GO: FileCalls = {
  ...fileCalls('read', FIRST, 'os.', ['ReadFile', 'Open']),
  ...fileCalls('opened', FIRST, 'os.', ['OpenFile']),
  ...fileCalls('written', FIRST, 'os.', ['Create', 'WriteFile', 'Truncate', 'Chmod', 'Chown']),
  ...fileCalls('deleted', FIRST, 'os.', ['Remove', 'RemoveAll']),
  ...fileCalls('moved or copied', FIRST_TWO, 'os.', ['Rename', 'Symlink', 'Link']),
};

/** Libraries for git: what they add to a repository is read, and can be read out of it. */
const GIT: FileCalls = {
  ...fileCalls('read', listedAt(0, 'items'), '', ['git.Repo().index.add', 'git.Repo.init().index.add']),
  ...fileCalls('read', fields('filepath'), 'isomorphic-git.', ['add']),
};

/** Files sent by an HTTP server. With a root, they are confined to it. */
const ANSWERS: FileCalls = {
  ...fileCalls(
    'sent',
    (event) =>
      event.arguments.positional.some(({ objects }) => objects.some(({ fields }) => fields.has('root')))
        ? []
        : [argument(event, 0)],
    '',
    ['.sendFile', '.sendfile', 'http.ServerResponse().sendFile', 'http.ServerResponse().download'],
  ),
  ...fileCalls('sent', at([0], 'path'), '', [
    'fastapi.responses.FileResponse',
    'starlette.responses.FileResponse',
    'aiohttp.web.FileResponse',
    'flask.send_file',
    'quart.send_file',
  ]),
  'net/http.ServeFile': { operation: 'sent', paths: at([2]) },
};

/** The calls that read, write, delete, move or send files. */
export const FILE_CALLS: FileCalls = { ...SCRIPT, ...PYTHON, ...GO, ...GIT, ...ANSWERS };

/** The calls that list or create folders, or search for files. */
export const FOLDER_CALLS: FileCalls = {
  ...fileCalls('listed', FIRST, 'fs.', twins(['readdir', 'opendir'])),
  ...fileCalls('made', FIRST, 'fs.', twins(['mkdir', 'mkdirp', 'mkdirs', 'ensureDir', 'mkdtemp'])),
  ...fileCalls('searched', FIRST, '', names.fileCalls.searching),
  ...fileCalls('listed', FIRST, '', names.fileCalls.listing),
  ...fileCalls('made', FIRST, '', [
    'os.mkdir',
    'os.makedirs',
    'aiofiles.os.makedirs',
    'Deno.mkdir',
    'os.Mkdir',
    'os.MkdirAll',
    'git.Repo.init',
    ...names.fileCalls.gitMaking,
  ]),
  ...fileCalls('opened', FIRST, '', names.fileCalls.gitOpening),
  ...fileCalls('opened', (event) => [...FIRST(event), ...fields('baseDir')(event)], '', [
    'simple-git',
    'simple-git.simpleGit',
    'simple-git.gitP',
  ]),
  ...fileCalls('opened', fields('dir', 'gitdir'), 'isomorphic-git.', names.fileCalls.isomorphicGit),
  ...fileCalls('made', at([1], 'to_path'), '', ['git.Repo.clone_from', 'git.Repo().clone']),
  ...fileCalls('made', at([1], 'path'), '', [
    'pygit2.clone_repository',
    'dulwich.porcelain.clone',
    'github.com/go-git/go-git/v5.PlainCloneContext',
  ]),
  ...fileCalls('listed', onReceiver, 'pathlib.Path().', ['iterdir', 'glob', 'rglob', 'walk']),
  ...fileCalls('made', onReceiver, 'pathlib.Path().', ['mkdir']),
};
