import { taintsWithin } from '../../engine/values/objects.js';
import { CLIENT_SOURCES, type Taint } from '../../engine/values/taint.js';
import { pathsOf, type Value } from '../../engine/values/value.js';
import type { CallEvent } from '../../engine/events.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument, named, option } from '../../engine/expressions/call-arguments.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { callersOf, sinkOf } from '../support/locations.js';
import { comparesLength } from './lengths.js';
import names from './names.json' with { type: 'json' };

const fromClient = (value: Value, event: CallEvent): Taint | undefined =>
  taintsWithin(value, event.frame).find(({ source }) => CLIENT_SOURCES.has(source.kind));

function reportFinding(event: CallEvent, taint: Taint, report: Report): void {
  report({
    ...flowInto(event, taint, sinkOf(event)),
    description: `What ${describeSource(taint)} holds is unpacked without a limit: a few kilobytes become gigabytes.`,
  });
}

/** `zlib.gunzipSync(data)` without `maxOutputLength`. */
const script: CallCheck = (event, report) => {
  const taint = fromClient(argument(event, 0), event);
  if (taint && !option(event, 'maxOutputLength')) reportFinding(event, taint, report);
};

const python: CallCheck = (event, report) => {
  const taint = fromClient(argument(event, 0), event);
  if (taint) reportFinding(event, taint, report);
};

/** `decompressobj().decompress(data, max_length)`. */
const pythonPieces: CallCheck = (event, report) => {
  if (event.arguments.positional.length < 2 && !named(event, 'max_length')) python(event, report);
};

const UNPACKS =
  /^(?:compress\/|archive\/(?:zip|tar)\.|github\.com\/klauspost\/compress\/|github\.com\/andybalholm\/brotli)/u;

/** `io.ReadAll(gzip reader)`. */
const go: CallCheck = (event, report) => {
  const reader = argument(event, sinkOf(event).startsWith('io.Copy') ? 1 : 0);
  const paths = pathsOf(reader).filter((path) => UNPACKS.test(path));
  if (paths.length === 0) return;
  // Only archives declare their sizes.
  if (paths.every((path) => path.startsWith('archive/')) && comparesLength(event.frame)) return;
  const taint = fromClient(reader, event);
  if (taint) reportFinding(event, taint, report);
};

/** `archive.extractall(folder)`: the archive was opened by an earlier call. */
const unpacked =
  (index: 'receiver' | number): CallCheck =>
  (event, report) => {
    if (comparesLength(event.frame)) return;
    const taint = fromClient(argument(event, index), event);
    if (taint) reportFinding(event, taint, report);
  };

/** `archive.read(name)`, where the entry is not one that the program names. */
const member: CallCheck = (event, report) => {
  if (!argument(event, 0).constants) unpacked('receiver')(event, report);
};

const OPENED = new Set(names.archives.opened.map((name) => `${name}()`));

/** Whether a call is made for each of several things: in a loop, also of a calling function. */
const isRepeated = (event: CallEvent): boolean =>
  [...callersOf(event.frame)].some(({ exits }) => exits.length > 0);

/** `shutil.copyfileobj(archive.open(name), file)`, one entry after the other. */
const copied: CallCheck = (event, report) => {
  const isEntry = pathsOf(argument(event, 0)).some((path) => OPENED.has(path));
  if (isEntry && isRepeated(event)) unpacked(0)(event, report);
};

/** `archive.open(name).read()` without a size, one entry after the other. */
const readEntry: CallCheck = (event, report) => {
  if (isRepeated(event)) readWhole(event, report);
};

/** `gzip.open(path).read()` without a size. */
function readWhole(event: CallEvent, report: Report): void {
  if (event.arguments.positional.length === 0) unpacked('receiver')(event, report);
}

const NODE = ['gunzip', 'inflate', 'inflateRaw', 'unzip', 'brotliDecompress', 'zstdDecompress'].flatMap(
  (name) => [`zlib.${name}`, `zlib.${name}Sync`],
);

/** A decompression bomb. */
export const decompression: Rule = {
  id: 'MCP-M003',
  class: 'M',
  title: 'Decompression without a size limit',
  severity: 'medium',
  confidence: 'high',
  cwe: 409,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'Compressed data or an archive that a client sends or names, unpacked as a whole or entry by entry without a limit on what comes out.',
  why: 'Zeros compress a thousand times: an upload within every limit fills the memory.',
  example: {
    language: 'typescript',
    bad: 'gunzipSync(data)',
    good: 'gunzipSync(data, { maxOutputLength: 16 * 1024 * 1024 })',
  },
  fix: 'Give the greatest length of the result: `maxOutputLength`, `decompressobj().decompress(data, limit)`, `io.LimitReader`.',
  notCounted: [
    'data of the program’s own',
    'answers of other services',
    'the one entry of an archive that the program names',
    'functions that compare the sizes that an archive declares',
  ],
  calls: {
    ...byName(NODE, script),
    ...byName(
      [
        'gzip.decompress',
        'zlib.decompress',
        'bz2.decompress',
        'lzma.decompress',
        'brotli.decompress',
        'zstandard.decompress',
      ],
      python,
    ),
    ...byName([...names.archives.python, ...names.archives.script], unpacked('receiver')),
    ...byName([...names.archives.functions, ...names.archives.scriptFunctions], unpacked(0)),
    ...byName(
      [
        'gzip.open().read',
        'gzip.GzipFile().read',
        'bz2.open().read',
        'lzma.open().read',
        'bz2.BZ2File().read',
      ],
      readWhole,
    ),
    ...byName(names.archives.members, member),
    ...byName(names.archives.entries, unpacked('receiver')),
    ...byName(
      names.archives.opened.map((name) => `${name}().read`),
      readEntry,
    ),
    'shutil.copyfileobj': copied,
    'zlib.decompressobj().decompress': pythonPieces,
    ...byName(['io.ReadAll', 'io.Copy', 'os.ReadAll'], go),
  },
};
