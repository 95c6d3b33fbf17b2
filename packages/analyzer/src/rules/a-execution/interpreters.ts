import { constantOf, pathsOf, type Value } from '../../engine/values/value.js';

const INTERPRETERS =
  /(?:^|[/\\])(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|ts-node|tsx|npx|ruby|perl|php|Rscript|lua|bash|sh|zsh|pwsh|powershell|go|osascript|octave|julia|uv|java|gcc|docker)(?:\.exe)?$/u;
const OWN_INTERPRETER = /^(?:sys\.executable|process\.execPath|process\.argv0)$/u;

/** Whether a program is an interpreter. */
export const isInterpreter = (program: Value): boolean => {
  const text = constantOf(program);
  if (typeof text === 'string') return INTERPRETERS.test(text);
  return pathsOf(program).some((path) => OWN_INTERPRETER.test(path));
};
