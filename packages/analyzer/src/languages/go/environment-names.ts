import { namesIn } from '../../common/names-in.js';

const READS = [
  /\b(?:os|syscall)\.(?:Getenv|LookupEnv|ExpandEnv)\(\s*["`](\w+)["`]/gu,
  // Fields of settings, and variables bound to options.
  /\b(?:env|envconfig):"(\w+)/gu,
  /\bBindEnv\(\s*"[^"]*"\s*,\s*"(\w+)"/gu,
];

/** viper reads each key as a variable with the prefix. */
const PREFIX = /\bSetEnvPrefix\(\s*"(\w+)"\s*\)/u;
const KEY =
  /\bviper\.Get\w*\(\s*"([\w.-]+)"|\bviper\.(?:UnmarshalKey|BindPFlag|SetDefault|IsSet)\(\s*"([\w.-]+)"/gu;

/** The environment variables that a text in Go reads by their names. */
export function* goVariables(text: string): Generator<string> {
  for (const read of READS) yield* namesIn(text, read);
  const prefix = PREFIX.exec(text)?.[1];
  if (prefix === undefined) return;
  for (const [, got, other] of text.matchAll(KEY))
    yield `${prefix}_${got ?? other ?? ''}`.replaceAll(/[.-]/gu, '_').toUpperCase();
}
