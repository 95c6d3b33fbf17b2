import { CLIENT_FORMATS } from './client-formats.js';
import type { ClientFile, ClientFormat } from './client-format.js';

/** A file of a client, with the client. */
export interface FormatFile {
  readonly format: ClientFormat;
  readonly file: ClientFile;
}

interface Pattern extends FormatFile {
  readonly parts: readonly string[];
  readonly isWorkspace: boolean;
}

/** The parts of a path, without what stands for a folder of a user or a machine. */
const partsOf = (path: string): string[] =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '~' && !/^%\w+%$/.test(part));

/** A name as file systems compare it that know no case: of macOS and Windows. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+$/, '')
    .toUpperCase()
    .toLowerCase();

/** Whether a part of a path matches one of a pattern, in which `*` is any part of a name. */
export function matchesName(pattern: string, name: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === name;
  const end = rest.at(-1) ?? '';
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

const PATTERNS: readonly Pattern[] = CLIENT_FORMATS.flatMap((format) =>
  format.files.flatMap((file) => {
    const { workspace, user = [] } = file;
    const own = typeof user === 'string' ? [user] : Object.values(user);
    return [
      ...(workspace === undefined ? [] : [{ path: workspace, isWorkspace: true }]),
      ...own.map((path) => ({ path, isWorkspace: false })),
    ].map(({ path, isWorkspace }) => ({ format, file, isWorkspace, parts: partsOf(path) }));
  }),
);

/** Whether the end of a path matches a pattern. */
function endsWith(parts: readonly string[], pattern: readonly string[]): boolean {
  const end = parts.slice(-pattern.length);
  return end.length === pattern.length && pattern.every((each, at) => matchesName(each, end[at] ?? ''));
}

/** The formats that have a file of this name: those with most of its path, in the order of the formats. */
export function formatsOfFile(path: string): readonly FormatFile[] {
  const parts = partsOf(path);
  const folded = parts.map(foldedName);
  const matching = PATTERNS.filter((pattern) =>
    pattern.isWorkspace ? endsWith(parts, pattern.parts) : endsWith(folded, pattern.parts.map(foldedName)),
  );
  const longest = Math.max(0, ...matching.map((pattern) => pattern.parts.length));
  const best = matching.filter((pattern) => pattern.parts.length === longest);
  return best.filter(({ format }, at) => best.findIndex((each) => each.format === format) === at);
}

/** The workspace pattern with most parts that a path matches, with its parts as they are compared. */
function longestWorkspace(path: readonly string[], compared: (part: string) => string): Pattern | undefined {
  const parts = path.map(compared);
  return PATTERNS.filter(
    (pattern) => pattern.isWorkspace && endsWith(parts, pattern.parts.map(compared)),
  ).sort((a, b) => b.parts.length - a.parts.length)[0];
}

/**
 * The file of a client that a path is for file systems that know no case, although it is called otherwise; undefined for its
 * own name, and for files of no client.
 */
export function otherSpellingOf(
  path: string,
): { readonly name: string; readonly format: ClientFormat } | undefined {
  const parts = partsOf(path);
  const same = longestWorkspace(parts, foldedName);
  const exact = longestWorkspace(parts, (part) => part);
  return same === undefined || (exact?.parts.length ?? 0) >= same.parts.length
    ? undefined
    : { name: same.parts.join('/'), format: same.format };
}

/** The files that clients read in the folder of a project, in the order in which they are read. */
export const WORKSPACE_FILES: readonly string[] = [
  ...new Set(PATTERNS.filter(({ isWorkspace }) => isWorkspace).map(({ parts }) => parts.join('/'))),
];
