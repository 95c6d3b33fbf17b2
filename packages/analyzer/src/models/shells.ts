import {
  constantOf,
  externalValue,
  objectValue,
  pathsOf,
  UNKNOWN,
  type Value,
} from '../engine/values/value.js';

const SHELLS = /(?:^|[/\\])(?:(?:ba|z|da|k|fi|a)?sh|cmd|powershell|pwsh)(?:\.exe)?$/u;
/** Variables of the environment that name a shell. */
const SHELL_VARIABLES = new Set(['SHELL', 'COMSPEC', 'ComSpec', 'comspec']);
const ENVIRONMENT = /(?:^|\.)env(?:iron)?\.(\w+)$/u;

/** The value of a variable of the environment: a shell, if it is one that names the user's. */
export const shellVariable = (name: string): Value =>
  SHELL_VARIABLES.has(name) ? externalValue(`os.environ.${name}`) : UNKNOWN;

/** Whether a value is the name of a shell, or may be the one that a variable of the environment names. */
export const isShell = (value: Value): boolean =>
  value.constants?.some((each) => typeof each === 'string' && SHELLS.test(each)) === true ||
  pathsOf(value).some((path) => SHELL_VARIABLES.has(ENVIRONMENT.exec(path)?.[1] ?? ''));

/** Whether a shell with these arguments runs what it reads: it was given no script. */
export const readsInput = (given: readonly Value[]): boolean =>
  given.every((each) => String(constantOf(each)).startsWith('-'));

/** The path of a running shell, whose members rules know. */
const SHELL = 'shell()';

/** The methods by which a program writes the input of a running shell. */
export const INPUT_METHODS: readonly string[] = [
  `${SHELL}.stdin.write`,
  `${SHELL}.stdin.end`,
  `${SHELL}.stdin.writelines`,
  `${SHELL}.communicate`,
];

/**
 * A running program that is a shell and was given no script: what is written to it runs like a command line. It is held beside
 * what else is known of the program.
 * @param id of the new object
 */
export function runningShell(
  id: number,
  program: Value | undefined,
  given: readonly Value[],
): Value | undefined {
  if (!program || !isShell(program) || !readsInput(given)) return undefined;
  return objectValue({
    id,
    fields: new Map([
      ['stdin', externalValue(`${SHELL}.stdin`)],
      ['communicate', externalValue(`${SHELL}.communicate`)],
    ]),
  });
}
