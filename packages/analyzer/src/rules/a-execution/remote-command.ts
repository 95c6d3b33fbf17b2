import type { CallEvent } from '../../engine/events.js';
import { constantOf, objectValue, type Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { describeSource } from '../support/flows.js';
import { argument, named } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { harmfulInWords } from './command-words.js';
import { listed, STARTS } from '../support/program-starts.js';
import type { Purpose } from '../support/purpose.js';
import { RUNS_COMMANDS } from './shell-command.js';
import { reportFlow, together, type CallTable, type Side } from '../support/flow-reports.js';
import { byName, fieldAmong } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** Tools designed to run commands on another machine or in a container. */
const RUNS_REMOTELY: Purpose = { ...RUNS_COMMANDS, operation: 'remote' };

function reportFinding(
  event: CallEvent,
  values: readonly Value[],
  side: Side,
  report: Report,
  site?: Lines,
): void {
  reportFlow(
    harmfulInWords(values, event.frame),
    event,
    RUNS_REMOTELY,
    side,
    {
      description: (taint) =>
        `The shell of another machine or container runs a command that holds ${describeSource(taint)}: characters like \`;\` in it start other programs.`,
      does: 'runs the commands that it is given on another machine',
      ...(site && { site }),
    },
    report,
  );
}

const command =
  (side: Side, name?: string): CallCheck =>
  (event, report) =>
    reportFinding(event, [argument(event, 0, name)], side, report);

const TAKES_VALUE = /^-[bcDEeFIiJLlmOopQRSWw]$/u;

/** The arguments of ssh after the name of the host. */
function afterHost(given: readonly Value[]): readonly Value[] {
  let index = 0;
  for (; index < given.length; index += 1) {
    const text = String(constantOf(given[index]) ?? '');
    if (!text.startsWith('-')) break;
    if (TAKES_VALUE.test(text)) index += 1;
  }
  return given.slice(index + 1);
}

/** `ssh host command…`: the words after the host are one command line for the remote shell. */
const sshProgram =
  (start: string, side: Side): CallCheck =>
  (event, report) => {
    const read = STARTS.get(start)?.(event);
    const program = read && constantOf(read.program);
    if (typeof program !== 'string' || !/(?:^|\/)ssh$/u.test(program)) return;
    reportFinding(event, afterHost(read?.given ?? []), side, report);
  };

/**
 * The parts of a container's command that a client must not choose: what follows the `-c` of a shell, else the program,
 * or the whole of it where it is not a list of the server's own.
 */
function chosenParts(value: Value): readonly Value[] {
  const items = listed(value);
  const index = items.findIndex((item) => /^-[a-z]*c$/u.test(String(constantOf(item))));
  if (index >= 0) return items.slice(index + 1, index + 2);
  const [program] = items;
  return [...(program ? [program] : []), ...(value.objects.length === 0 ? [value] : [])];
}

/** Where the list of a command is written, in the file of the call. */
function siteOf({ objects }: Value, { frame }: CallEvent): Lines | undefined {
  const sites = objects.flatMap(({ items, site }) => (site && items && items.length > 1 ? [site] : []));
  const [only, ...others] = sites;
  return only?.file === frame.module && others.length === 0 ? only.lines : undefined;
}

/** A command for a container, as a list or a text: `container.exec_run(["sh", "-c", command])`. */
const inContainer =
  (side: Side, read: (event: CallEvent) => Value | undefined): CallCheck =>
  (event, report) => {
    const value = read(event);
    if (value) reportFinding(event, chosenParts(value), side, report, siteOf(value, event));
  };

const namedCommand = (event: CallEvent): Value | undefined => named(event, 'command');
const commandField = ({ arguments: { positional } }: CallEvent): Value | undefined =>
  positional.flatMap((value) => fieldAmong(value, 'Cmd') ?? fieldAmong(value, 'Command') ?? [])[0] ??
  positional[1];

const COMMANDS = /^(?:commands?|script)$/iu;
/** `{ Parameters: { commands: […] } }` */
const DEPTH = 3;

/** The command lines in the fields of a value. */
function commandsIn(value: Value, depth = DEPTH): readonly Value[] {
  if (depth === 0) return [];
  return value.objects.flatMap(({ fields, items = [], rest }) => [
    ...[...fields].flatMap(([name, field]) =>
      COMMANDS.test(name)
        ? [field, ...listed(field)].filter(({ objects }) => objects.length === 0)
        : commandsIn(field, depth - 1),
    ),
    ...[...items, ...(rest ? [rest] : [])].flatMap((item) => commandsIn(item, depth - 1)),
  ]);
}

/** A request to run commands on a machine of a cloud: `send_command(Parameters={"commands": [command]})`. */
const inCloud =
  (side: Side): CallCheck =>
  (event, report) => {
    const { positional, named: given } = event.arguments;
    const options = objectValue({ id: 0, fields: new Map(given) });
    for (const value of [...positional, options]) reportFinding(event, commandsIn(value), side, report);
  };

/** The calls that run a command on another machine. */
export const remoteCalls = (side: Side): CallTable =>
  together(
    byName(names.remoteCommand.running, command(side, 'command')),
    byName(
      ['docker.from_env().containers.get().exec_run', '.exec_run'],
      inContainer(side, (event) => argument(event, 0, 'cmd')),
    ),
    byName(
      names.remoteCommand.containerRuns,
      inContainer(side, (event) => argument(event, 1, 'command')),
    ),
    byName(
      names.remoteCommand.podExec,
      inContainer(side, (event) => argument(event, 3)),
    ),
    byName(names.remoteCommand.podExecStreams, inContainer(side, namedCommand)),
    byName(names.remoteCommand.runCommands, inCloud(side)),
    byName(names.remoteCommand.execOptions, inContainer(side, commandField)),
    Object.fromEntries([...STARTS.keys()].map((name) => [name, sshProgram(name, side)])),
  );

/** A client's value becomes part of a command line on another machine. */
export const remoteCommand: Rule = {
  id: 'MCP-A009',
  class: 'A',
  title: 'Remote shell command built from what a client sends',
  severity: 'critical',
  confidence: 'high',
  cwe: 78,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A parameter of a tool, or part of a request, is part of a command that ssh, a container runtime, a cluster or the agent of a cloud gives to a shell, or is the program that is started there.',
  why: 'ssh always hands its command to a shell on the other side: whoever fills in the parameter runs any program there.',
  example: {
    language: 'python',
    bad: 'client.exec_command(f"systemctl status {unit}")',
    good: 'client.exec_command("systemctl status -- " + shlex.quote(unit))',
  },
  fix: 'Quote each value for the shell of the other side, or take it from a fixed set.',
  notCounted: [
    'constant commands, and values that were quoted',
    'tools whose name and description promise to run any command: MCP-A011 reports those',
  ],
  calls: remoteCalls('other'),
};
