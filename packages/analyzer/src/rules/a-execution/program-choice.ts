import type { CallEvent } from '../../engine/events.js';
import {
  CLIENT_SOURCES,
  Doubt,
  SanitizedFor,
  SANITIZED_FOR_ALL,
  sanitize,
} from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful, isWhole } from '../support/pieces.js';
import { STARTS } from '../support/program-starts.js';
import type { Purpose } from '../support/purpose.js';
import { RUNS_COMMANDS } from './shell-command.js';
import { reportFlow, together, type CallTable, type Side } from '../support/flow-reports.js';
import { byName } from '../../models/model.js';

/** A sanitized name can still be any program; below a folder of the server, it must lead out to do harm. */
const ANY_PROGRAM = SANITIZED_FOR_ALL & ~SanitizedFor.SIZE;

const PURPOSE: Purpose = {
  operation: 'command',
  parameters: new Set([
    ...RUNS_COMMANDS.parameters,
    'program',
    'executable',
    'binary',
    'args',
    'argv',
    'interpreter',
  ]),
  tools: new Set([...RUNS_COMMANDS.tools, 'start', 'launch', 'program', 'python', 'node']),
};

/** Whether a constant is the start of a program's name, not just of a path: a folder, a drive, dots. */
const isOfName = (text: string): boolean =>
  /[^.\s]/u.test(text) && (!/[/\\]/u.test(text) || /\s/u.test(text)) && !/^[a-z]:$/iu.test(text);

const isOfClient = ({ taints }: Value): boolean =>
  taints.some(({ source }) => CLIENT_SOURCES.has(source.kind));

/** Whether the value starts with a text of the server or its operator: `template.replace("{name}", name)`. */
function isFilled({ parts = [] }: Value): boolean {
  const index = parts.findIndex(isOfClient);
  const before = index < 0 ? parts : parts.slice(0, index);
  return (
    before.some(({ constants }) => !constants) ||
    isOfName(before.map(({ constants = [] }) => String(constants[0])).join(''))
  );
}

function check(event: CallEvent, program: Value, side: Side, report: Report): void {
  const { frame } = event;
  const bits = isWhole(program, frame, ANY_PROGRAM) ? ANY_PROGRAM : SanitizedFor.PATH;
  const harmful = allHarmful(program, frame, bits).filter(
    ({ sanitizedFor }) => (sanitizedFor & SanitizedFor.PATH) === 0,
  );
  const taints = isFilled(program) ? sanitize(harmful, Doubt.WITHIN_TEXT) : harmful;
  reportFlow(
    taints,
    event,
    PURPOSE,
    side,
    {
      description: (taint) =>
        `Which program is started depends on ${describeSource(taint)}: it may name any other.`,
      does: 'starts the programs that it is given',
    },
    report,
  );
}

const starts =
  (name: string, side: Side): CallCheck =>
  (event, report) => {
    const start = STARTS.get(name)?.(event);
    if (start) check(event, start.program, side, report);
  };

/** The calls that start a program by name. */
export const programCalls = (side: Side): CallTable =>
  together(
    Object.fromEntries([...STARTS.keys()].map((name) => [name, starts(name, side)])),
    byName(['os.startfile', 'Deno.Command', 'syscall.ForkExec'], (event, report) =>
      check(event, argument(event, 0), side, report),
    ),
  );

/** A client's value decides which program is started. */
export const programChoice: Rule = {
  id: 'MCP-A002',
  class: 'A',
  title: 'Program chosen by what a client sends',
  severity: 'critical',
  confidence: 'high',
  cwe: 78,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A parameter of a tool, or part of a request, is the path or name of the program that is started, or a whole command split into words.',
  why: 'Without a shell too, whoever fills in the parameter runs any program of the machine with the rights of the server. A list of forbidden names leaves all the others.',
  example: {
    language: 'go',
    bad: 'exec.CommandContext(ctx, args.Formatter, "-")',
    good: 'argv, ok := formatters[args.Formatter] // a map of constants\nexec.CommandContext(ctx, argv[0], argv[1:]...)',
  },
  fix: 'Take the program from a fixed table and refuse what is not in it.',
  notCounted: [
    'programs that are constant, configured by the operator, or members of a fixed set',
    'names that were shown to lie below a folder of the server',
    'tools whose name and description promise to run any command: MCP-A011 reports those',
  ],
  calls: programCalls('other'),
};
