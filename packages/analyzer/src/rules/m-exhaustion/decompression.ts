import { taintsWithin } from '../../engine/objects.js';
import { CLIENT_SOURCES, type Taint } from '../../engine/taint.js';
import { pathsOf, type Value } from '../../engine/value.js';
import type { CallEvent } from '../../engine/machine.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument, named, option } from '../../engine/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
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
  /^(?:compress\/|archive\/zip\.|github\.com\/klauspost\/compress\/|github\.com\/andybalholm\/brotli)/u;

/** `io.ReadAll(gzip reader)`. */
const go: CallCheck = (event, report) => {
  const reader = argument(event, sinkOf(event).startsWith('io.Copy') ? 1 : 0);
  if (!pathsOf(reader).some((path) => UNPACKS.test(path))) return;
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

/** `gzip.open(path).read()` without a size. */
const readWhole: CallCheck = (event, report) => {
  if (event.arguments.positional.length === 0) unpacked('receiver')(event, report);
};

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
  what: 'Compressed data or an archive that a client sends or names, unpacked as a whole without a limit on what comes out.',
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
    'zlib.decompressobj().decompress': pythonPieces,
    ...byName(['io.ReadAll', 'io.Copy', 'os.ReadAll'], go),
  },
};
