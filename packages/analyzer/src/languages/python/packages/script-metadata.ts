import type { Manifest } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { defined, valueAt } from '../../../packages/values.js';
import { dependenciesIn, invalidDependencies } from './pyproject.js';
import { readToml } from './toml-document.js';

const START = '# /// script';
const END = '# ///';
const START_BYTES = Buffer.from(START);
/** Larger programs are not scripts. */
const MAX_BYTES = 1024 * 1024;

/** Whether a file is a script that says what it depends on, so that `uv run` and `pipx run` install that. */
export const hasScriptMetadata = (path: string, bytes: Uint8Array): boolean =>
  path.endsWith('.py') &&
  bytes.length <= MAX_BYTES &&
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(START_BYTES);

/** The TOML document in the comments of a script, on the lines that it has there; undefined without one. */
function metadataIn(text: string): string | undefined {
  const lines = text.split(/\r\n|\n|\r/u);
  const start = lines.indexOf(START);
  if (start === -1) return undefined;
  const after = lines.slice(start + 1);
  const length = after.findIndex((line) => line !== '#' && !line.startsWith('# '));
  const block = length === -1 ? after : after.slice(0, length);
  const end = block.lastIndexOf(END);
  if (end === -1) return undefined;
  const document = block.slice(0, end).map((line) => line.slice(2));
  return [...lines.slice(0, start + 1).map(() => ''), ...document].join('\n');
}

/** The metadata of a script in Python (PEP 723); undefined without any. */
export function readScriptMetadata({ path, text }: PackagingFile): Manifest | undefined {
  const metadata = metadataIn(text);
  if (metadata === undefined) return undefined;
  const { tool, ...project } = readToml(metadata);
  const document = { project, ...defined('tool', tool) };
  const { dependencies, constraints } = dependenciesIn(path, metadata, document);
  checkCount(dependencies.length + constraints.length);
  const isList = Array.isArray(valueAt(project, 'dependencies') ?? []);
  return {
    path,
    ecosystem: 'PyPI',
    dependencies,
    ...(constraints.length > 0 && { constraints }),
    ...defined('unlisted', isList ? invalidDependencies(document) : 'has dependencies that are no list'),
    installScripts: [],
    scripts: new Map(),
    entrypoints: [],
    commands: [],
  };
}
