import { readClientConfiguration } from './client-configuration.js';
import { shownFile } from './documents/configuration-document.js';
import { syntaxOfExtension, type Syntax } from './documents/syntax.js';
import { formatsOfFile, otherSpellingOf, type FormatFile } from './formats/file-names.js';
import type { ServerEntry } from './server-entry.js';
import { otherFormat, readServerList } from './server-list.js';
import { UnreadableConfiguration } from './unreadable-configuration.js';

/** An object, a list of such or a comment of JSON. A line in brackets is a table of TOML. */
const JSON_START = /^\s*(?:\{|\[\s*(?:[[{"\d\]]|$)|\/[/*])/;

/** What a file is written in, by its name, else by how its text looks; undefined for a list. */
function syntaxOf(file: string, text: string, [known]: readonly FormatFile[]): Syntax | undefined {
  if (known !== undefined) return known.file.syntax ?? known.format.syntax;
  const named = syntaxOfExtension(file);
  if (named !== undefined) return named;
  if (JSON_START.test(text)) return 'json';
  const other = otherFormat(text);
  if (other === 'TOML') return 'toml';
  return other === 'YAML' ? 'yaml' : undefined;
}

/**
 * Why a file is refused because of its name; undefined for others. File systems that know no case open `.MCP.json` as
 * `.mcp.json`, others do not.
 */
export function fileNameProblem(file: string): string | undefined {
  const other = otherSpellingOf(file);
  return (
    other &&
    `is ${other.name} of ${other.format.name} for macOS and Windows, and another file for Linux; call it ${other.name}`
  );
}

/**
 * The servers that a file names: a configuration as clients write it, or a plain list.
 * @param limit how many are read; the time that the rest would take is saved
 * @throws UnreadableConfiguration
 */
export function readServers(file: string, text: string, limit = Infinity): ServerEntry[] {
  const problem = fileNameProblem(file);
  if (problem !== undefined) throw new UnreadableConfiguration(shownFile(file), problem);
  const files = formatsOfFile(file);
  const syntax = syntaxOf(file, text, files);
  return syntax === undefined
    ? readServerList(file, text, limit)
    : readClientConfiguration(file, text, syntax, files, limit);
}
