import type { CallEvent } from '../../engine/machine.js';
import type { Value } from '../../engine/value.js';
import { argument } from '../../engine/call-arguments.js';
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

const FIRST = at([0]);
const FIRST_TWO = at([0, 1]);

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
export const FILE_CALLS: FileCalls = { ...SCRIPT, ...PYTHON, ...GO, ...ANSWERS };

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
  ]),
  ...fileCalls('listed', onReceiver, 'pathlib.Path().', ['iterdir', 'glob', 'rglob', 'walk']),
  ...fileCalls('made', onReceiver, 'pathlib.Path().', ['mkdir']),
};
