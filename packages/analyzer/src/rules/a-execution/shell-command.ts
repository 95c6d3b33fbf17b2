import type { CallEvent } from '../../engine/events.js';
import type { Taint } from '../../engine/values/taint.js';
import { constantOf, constantValue, type Value, maybe, surely } from '../../engine/values/value.js';
import { describeSource } from '../support/flows.js';
import { argument, option } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { harmfulInCommand, harmfulInWords } from './command-words.js';
import { STARTS, type Start } from '../support/program-starts.js';
import type { Purpose } from '../support/purpose.js';
import { reportFlow, together, type CallTable, type Side } from '../support/flow-reports.js';
import { byName } from '../../models/model.js';
import { INPUT_METHODS, isShell, readsInput } from '../../models/shells.js';
import names from './names.json' with { type: 'json' };

/** Tools designed to run commands. */
export const RUNS_COMMANDS: Purpose = {
  operation: 'command',
  parameters: new Set(names.shellCommand.parameters),
  tools: new Set(names.shellCommand.tools),
};

function reportFinding(taints: readonly Taint[], event: CallEvent, side: Side, report: Report): void {
  reportFlow(
    taints,
    event,
    RUNS_COMMANDS,
    side,
    {
      description: (taint) =>
        `A shell runs a command that holds ${describeSource(taint)}: characters like \`;\` or \`$(…)\` in it start other programs.`,
      does: 'runs the commands that it is given',
    },
    report,
  );
}

function check(event: CallEvent, command: Value, side: Side, report: Report): void {
  reportFinding(harmfulInCommand(command, event.frame), event, side, report);
}

/** The first argument is a shell command line. */
const commandLine =
  (side: Side): CallCheck =>
  (event, report) => {
    const command = argument(event, 0);
    check(event, command, side, report);
    const [program, ...given] = String(constantOf(command) ?? '')
      .split(/\s+/u)
      .map(constantValue);
    if (program) shellInput(event, { program, given }, side, report);
  };

/** `spawn(program, args, { shell: true })`: all arguments are joined for a shell. */
const withShellOption =
  (side: Side): CallCheck =>
  (event, report) => {
    const shell = option(event, 'shell');
    if (!shell || surely(shell, false)) return;
    reportFinding(
      harmfulInWords(event.arguments.positional.slice(0, 2), event.frame, true),
      event,
      side,
      report,
    );
  };

const COMMAND_OPTION = /^-[a-z]*c$|^\/[cCkK]$|^-(?:[Cc]ommand|EncodedCommand)$/u;
/** Programs that start the program among their arguments. */
const STARTERS = new Set(names.shellCommand.starters);
const lastName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The shell among the words of a command and what follows it: the program, or what a program like `env` starts. */
function shellIn(words: readonly Value[]): readonly Value[] | undefined {
  const [program] = words;
  if (!program) return undefined;
  if (isShell(program)) return words;
  const name = constantOf(program);
  if (typeof name !== 'string' || !STARTERS.has(lastName(name).replace(/\.exe$/u, ''))) return undefined;
  const index = words.findIndex(isShell);
  return index < 0 ? undefined : words.slice(index);
}

/** `["sh", "-c", command]`: the argument of a shell's `-c`. */
function shellArguments(event: CallEvent, list: readonly Value[], side: Side, report: Report): void {
  const [program, ...rest] = shellIn(list) ?? [];
  if (!program) return;
  const index = rest.findIndex((value) => COMMAND_OPTION.test(String(constantOf(value))));
  if (index < 0) return;
  // A POSIX shell interprets only this argument; those after it are parameters of the command.
  const name = String(constantOf(program) ?? 'sh');
  const isPosix = /sh(?:\.exe)?$/u.test(name) && !/(?:power|pw)sh/u.test(name);
  const read = rest.slice(index + 1, isPosix ? index + 2 : undefined);
  reportFinding(harmfulInWords(read, event.frame), event, side, report);
}

/** The text that a shell reads as its input runs like one after `-c`, unless it is given a script. */
function shellInput(event: CallEvent, { program, given }: Start, side: Side, report: Report): void {
  const input = option(event, 'input');
  const [shell, ...rest] = shellIn([program, ...given]) ?? [];
  if (!input || !shell || !readsInput(rest)) return;
  reportFinding(harmfulInCommand(input, event.frame), event, side, report);
}

const startedShell =
  (name: string, side: Side): CallCheck =>
  (event, report) => {
    const start = STARTS.get(name)?.(event);
    if (!start) return;
    shellArguments(event, [start.program, ...start.given], side, report);
    shellInput(event, start, side, report);
  };

/** `subprocess.run(command, shell=True)`. */
const pythonShell =
  (side: Side): CallCheck =>
  (event, report) => {
    if (!maybe(event.arguments.named.get('shell'), true)) return;
    reportFinding(harmfulInCommand(argument(event, 0, 'args'), event.frame, true), event, side, report);
  };

/** The calls that may start a shell. */
export const shellCalls = (side: Side): CallTable =>
  together(
    byName(names.shellCommand.shells, commandLine(side)),
    byName(names.shellCommand.nodePrograms, withShellOption(side)),
    byName(
      [
        'subprocess.run',
        'subprocess.call',
        'subprocess.Popen',
        'subprocess.check_output',
        'subprocess.check_call',
      ],
      pythonShell(side),
    ),
    byName(INPUT_METHODS, commandLine(side)),
    Object.fromEntries([...STARTS.keys()].map((name) => [name, startedShell(name, side)])),
  );

/** A client's value becomes part of a shell command line. */
export const shellCommand: Rule = {
  id: 'MCP-A001',
  class: 'A',
  title: 'Shell command built from what a client sends',
  severity: 'critical',
  confidence: 'high',
  cwe: 78,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A parameter of a tool, or part of a request, reaches a shell inside a command line, or as its input.',
  why: 'Whoever fills in the parameter, including a model that read a poisoned page, can run any program with the rights of the server.',
  example: {
    language: 'python',
    bad: 'subprocess.run(f"ping -c 1 {host}", shell=True)',
    good: 'subprocess.run(["ping", "-c", "1", "--", host], timeout=10)',
  },
  fix: 'Start the program without a shell and give its arguments as a list; where a shell is needed, quote each value with its own quoting function.',
  notCounted: [
    'commands that are constant, or built of numbers and members of a fixed set',
    'values quoted by `shlex.quote` or a library for quoting',
    'argument lists that no shell reads',
    'tools whose name and description promise to run any command: MCP-A011 reports those',
  ],
  calls: shellCalls('other'),
};
