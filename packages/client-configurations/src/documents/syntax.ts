import type { ConfigurationDocument } from './configuration-document.js';
import { readJson } from './json-document.js';
import { readToml } from './toml-document.js';
import { readYaml } from './yaml-document.js';

/** What configurations are written in. */
export type Syntax = 'json' | 'toml' | 'yaml';

interface SyntaxReader {
  readonly name: string;
  /** Of names of files. */
  readonly extension: RegExp;
  /** @throws UnreadableConfiguration */
  readonly read: (file: string, text: string) => ConfigurationDocument;
}

export const SYNTAXES: Readonly<Record<Syntax, SyntaxReader>> = {
  json: { name: 'JSON', extension: /\.(?:jsonc?|code-workspace)$/i, read: readJson },
  toml: { name: 'TOML', extension: /\.toml$/i, read: readToml },
  yaml: { name: 'YAML', extension: /\.ya?ml$/i, read: readYaml },
};

/** The syntax that the extension of a file says; undefined for other extensions. */
export function syntaxOfExtension(file: string): Syntax | undefined {
  const [found] = Object.entries(SYNTAXES).find(([, { extension }]) => extension.test(file)) ?? [];
  return found as Syntax | undefined;
}
