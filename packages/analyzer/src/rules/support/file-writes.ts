import type { CallEvent } from '../../engine/events.js';
import { pathsOf, textOf, type Value } from '../../engine/values/value.js';
import { modeOf } from './file-modes.js';
import { named, option } from '../../engine/expressions/call-arguments.js';
import names from './names.json' with { type: 'json' };

/** A call that writes a file, as far as its path and data are known. */
export interface FileWrite {
  readonly path?: Value;
  readonly data?: Value;
  /** The permission bits of a file that it creates. */
  readonly mode?: number;
  /** It fails if the file exists. */
  readonly exclusive?: boolean;
}

type Reader = (event: CallEvent) => FileWrite | undefined;

const defined = (write: { [Key in keyof FileWrite]: FileWrite[Key] | undefined }): FileWrite =>
  Object.fromEntries(Object.entries(write).filter(([, value]) => value !== undefined));

/** `fs.writeFile(path, data, { mode, flag })`. */
const script: Reader = (event) => {
  const [path, data] = event.arguments.positional;
  const flag = textOf(option(event, 'flag') ?? option(event, 'flags'));
  return defined({
    path,
    data,
    mode: modeOf(option(event, 'mode')),
    exclusive: flag?.includes('x') ?? undefined,
  });
};

const scriptStream: Reader = (event) => defined({ ...script(event), data: undefined });

/** `fs.open(path, "w", mode)`. */
const scriptOpen: Reader = (event) => {
  const [path, flags, mode] = event.arguments.positional;
  const text = textOf(flags) ?? 'r';
  if (!/[wa]|r\+/u.test(text)) return undefined;
  return defined({ path, data: undefined, mode: modeOf(mode), exclusive: text.includes('x') });
};

/** `open(path, "w")`. */
const pythonOpen: Reader = (event) => {
  const mode = textOf(named(event, 'mode') ?? event.arguments.positional[1]) ?? 'r';
  if (!/[wax+]/u.test(mode)) return undefined;
  return defined({ path: event.arguments.positional[0], data: undefined, exclusive: mode.includes('x') });
};

const pythonPath: Reader = (event) => defined({ path: event.receiver, data: event.arguments.positional[0] });

const pythonPathOpen: Reader = (event) => {
  const mode = textOf(named(event, 'mode') ?? event.arguments.positional[0]) ?? 'r';
  return /[wax+]/u.test(mode) ? defined({ path: event.receiver, exclusive: mode.includes('x') }) : undefined;
};

/** `json.dump(value, file)`: the path was given when the file was opened. */
const dumped: Reader = (event) => defined({ data: event.arguments.positional[0] });

/** `os.open(path, flags, mode)`. */
const pythonLow: Reader = (event) => {
  const mode = modeOf(event.arguments.positional[2]);
  return mode === undefined ? undefined : { mode };
};

/** `os.WriteFile(path, data, mode)`. */
const goWrite: Reader = (event) => {
  const [path, data, mode] = event.arguments.positional;
  return defined({ path, data, mode: modeOf(mode) });
};

/** `os.OpenFile(path, flags, mode)`. */
const goOpen: Reader = (event) => {
  const [path, , mode] = event.arguments.positional;
  return defined({ path, mode: modeOf(mode) });
};

const OPENED = /^os\.(?:Create|OpenFile)\(\)$/u;
/** The field of an encoder that holds its writer. */
const WRITER = '%writer';

/** `json.NewEncoder(file).Encode(value)`. */
const goEncoded: Reader = (event) => {
  const writers = (event.receiver?.objects ?? []).flatMap(({ fields }) => fields.get(WRITER) ?? []);
  const isFile = writers.some((writer) => pathsOf(writer).some((path) => OPENED.test(path)));
  return isFile ? dumped(event) : undefined;
};

const goCreate: Reader = (event) => defined({ path: event.arguments.positional[0] });

const scriptNames = names.fileWrites.scriptNames;

/** How to read each call that writes a file. */
const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(scriptNames.map((name) => [`fs.${name}`, script])),
  'fs.createWriteStream': scriptStream,
  'fs.open': scriptOpen,
  'fs.openSync': scriptOpen,
  open: pythonOpen,
  'aiofiles.open': pythonOpen,
  'os.open': pythonLow,
  'pathlib.Path().write_text': pythonPath,
  'pathlib.Path().write_bytes': pythonPath,
  'pathlib.Path().open': pythonPathOpen,
  'open().write': dumped,
  'aiofiles.open().write': dumped,
  'pathlib.Path().open().write': dumped,
  'json.dump': dumped,
  'yaml.dump': dumped,
  'yaml.safe_dump': dumped,
  'pickle.dump': dumped,
  'toml.dump': dumped,
  'os.WriteFile': goWrite,
  'os.Create': goCreate,
  'os.OpenFile': goOpen,
  'os.OpenFile().Write': dumped,
  'os.OpenFile().WriteString': dumped,
  'os.Create().Write': dumped,
  'os.Create().WriteString': dumped,
  'encoding/json.NewEncoder().Encode': goEncoded,
};

/** The names of all calls that write files. */
export const FILE_WRITES: readonly string[] = Object.keys(READERS);

/** What a call writes; undefined for a call that only reads. */
export function fileWrite(event: CallEvent): FileWrite | undefined {
  for (const name of event.names)
    if (Object.hasOwn(READERS, name)) {
      const write = READERS[name]?.(event);
      if (write) return write;
    }
  return undefined;
}
