import { escapedText } from '@mcp-hub/analyzer/texts';
import { isNamedLike } from './launch/programs.js';
import {
  connectionProblem,
  environmentProblem,
  joinedUses,
  usedVariables,
  type Variable,
} from './launch/environment.js';
import type { InstalledCommand, Launch, Reference } from './server-entry.js';

/** What the analysis of a version says about its start. */
export interface StartFacts {
  /** The commands that its installation adds. */
  readonly commands: readonly string[];
  /** The environment variables that it reads or declares, and those that an organization has named for it. */
  readonly variables: readonly string[];
}

/** Finds the facts about what a reference means; undefined if they are not known. */
export type FactsOf = (reference: Reference) => StartFacts | undefined;

/** Why an entry is denied of which no package is a server. */
export const NO_SERVER = 'its analysis shows no MCP server: it offers no tool, prompt or resource';

/**
 * Whether what an entry starts is certainly no server. Packages that start others, or are added to one, need not be one.
 * @param isServer whether the version of a reference is one; undefined if that is not known
 * @param factsOf says whose command runs
 */
export function startsNoServer(
  { references, commands = [], local }: Launch,
  isServer: (reference: Reference) => boolean | undefined,
  factsOf: FactsOf,
): boolean {
  if (local !== undefined || references.length === 0) return false;
  const areNone = (some: readonly Reference[]): boolean => some.every((each) => isServer(each) === false);
  // What runs is what has the command, whatever server is installed beside it.
  const withCommand = commands
    .filter(({ startsOthers }) => startsOthers !== true)
    .map(({ command, of }) => of.filter((each) => factsOf(each)?.commands.includes(command) === true));
  return areNone(references) || withCommand.some((some) => some.length > 0 && areNone(some));
}

const MAX_SHOWN = 10;

const shown = (name: string): string => escapedText(name, 100);

const namesOf = (references: readonly Reference[]): string =>
  references.map(({ name }) => shown(name)).join(' and ');

/** Variables are compared without case: on Windows, programs read them so. */
const keyOf = (name: string): string => name.toLowerCase();

function commandProblem({ command, of }: InstalledCommand, factsOf: FactsOf): string | undefined {
  const facts = of.map(factsOf);
  if (facts.some((each) => each?.commands.includes(command) === true)) return undefined;
  if (facts.every((each) => each !== undefined)) {
    const known = [...new Set(facts.flatMap((each) => each.commands))];
    const has = known.length === 0 ? 'none' : known.slice(0, MAX_SHOWN).map(shown).join(', ');
    return `${shown(command)} is no command of ${namesOf(of)}, so a program of the machine may run; its commands: ${has}`;
  }
  // Launchers look for a command with the name of the package unless another one is given.
  return of.some(({ name }) => isNamedLike(command, name))
    ? undefined
    : `whether ${shown(command)} is a command of ${namesOf(of)} is not known; analyze the version again`;
}

function variablesProblem(
  variables: readonly string[],
  references: readonly Reference[],
  factsOf: FactsOf,
): string | undefined {
  if (variables.length === 0) return undefined;
  const facts = references.map(factsOf);
  const read = new Set(facts.flatMap((each) => each?.variables.map(keyOf) ?? []));
  const unread = variables.filter((name) => !read.has(keyOf(name)));
  if (unread.length === 0) return undefined;
  const names = unread.slice(0, MAX_SHOWN).map(shown).join(', ');
  const it = unread.length === 1 ? 'it' : 'them';
  const more = unread.length > MAX_SHOWN ? `, and ${unread.length - MAX_SHOWN} more` : '';
  return facts.includes(undefined)
    ? `whether ${namesOf(references)} reads ${names}${more} is not known; analyze the version again, or name them in its launch settings`
    : `${namesOf(references)} does not read ${names}${more}, which may change another program that starts; remove ${it}, or name ${it} in the launch settings`;
}

/**
 * Why the analyses of what an entry starts do not confirm how it starts it: commands that are not those of its packages,
 * variables that none of them reads, files that were not read. Pure: the gate, the dry run, the signed decisions and an
 * analysis on this machine ask it with their facts. A program of the machine that somebody accepts may read any variable.
 */
export function startProblems(launch: Launch, factsOf: FactsOf): string[] {
  const {
    references,
    commands = [],
    variables = [],
    connections = [],
    environmentFiles = [],
    local,
  } = launch;
  return [
    connectionProblem(connections),
    ...environmentFiles.map(
      (file) => `the file ${shown(file)} was not read; a variable in it may change what runs`,
    ),
    ...commands.map((command) => commandProblem(command, factsOf)),
    local === undefined && references.length > 0
      ? variablesProblem(variables, references, factsOf)
      : undefined,
  ].filter((problem) => problem !== undefined);
}

const LINE = /^(?:export\s+)?([^=\s#]+)\s*=(.*)$/;

/** The variables in the text of a file as programs read it: `NAME=value` in each line, and comments. */
function variablesIn(text: string): Variable[] | undefined {
  const variables: Variable[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name, value = ''] = LINE.exec(line.trim()) ?? [];
    if (name === undefined) return undefined;
    variables.push([name, value.trim().replace(/^(['"])(.*)\1$/, '$2')]);
  }
  return variables;
}

/**
 * A launch with the variables of one of its files.
 * @param text what the file contains
 */
export function withEnvironmentFile(launch: Launch, file: string, text: string): Launch {
  const rest = (launch.environmentFiles ?? []).filter((each) => each !== file);
  const variables = variablesIn(text);
  if (variables === undefined) return launch;
  const problem = environmentProblem(variables);
  return {
    ...launch,
    environmentFiles: rest,
    ...joinedUses(launch, usedVariables(variables)),
    ...(problem !== undefined && { refused: launch.refused ?? `${shown(file)}: ${problem}` }),
  };
}
