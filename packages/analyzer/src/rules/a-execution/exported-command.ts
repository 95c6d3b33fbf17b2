import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { constantOf, maybe, type Value } from '../../engine/values/value.js';
import { byName } from '../../models/model.js';
import { flowInto } from '../support/flows.js';
import { together } from '../support/flow-reports.js';
import { sinkOf } from '../support/locations.js';
import { listed } from '../support/program-starts.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** The parameter of an exported function in a command line that the function puts together. */
function parameterIn({ parts = [] }: Value, event: CallEvent): Taint | undefined {
  const hasWords = parts.some(({ constants }) => constants?.some((each) => /\S/u.test(String(each))));
  if (!hasWords) return undefined;
  return parts
    .flatMap((part) => taintsHere(part, event.frame))
    .find(
      ({ source, sanitizedFor }) =>
        source.kind === 'exported-parameter' && (sanitizedFor & SanitizedFor.SHELL) === 0,
    );
}

function check(event: CallEvent, command: Value, report: Report): void {
  const taint = parameterIn(command, event);
  if (!taint) return;
  report({
    ...flowInto(event, taint, sinkOf(event)),
    confidence: 'medium',
    description: `A shell runs a command that holds \`${taint.source.name}\`, a parameter of the exported function \`${taint.source.entry}\`: whoever calls it with what a client sent lets the client start other programs.`,
  });
}

const commandLine: CallCheck = (event, report) => check(event, argument(event, 0), report);

const python: CallCheck = (event, report) => {
  if (maybe(event.arguments.named.get('shell'), true)) check(event, argument(event, 0, 'args'), report);
};

/** `exec.Command("sh", "-c", command)`, `spawn("sh", ["-c", command])`. */
const words =
  (from: number): CallCheck =>
  (event, report) => {
    const given = event.arguments.positional.slice(from);
    const all = given.flatMap((value) => (value.objects.length > 0 ? listed(value) : [value]));
    const index = all.findIndex((value) => /^(?:-[a-z]*c|\/c)$/iu.test(String(constantOf(value))));
    const command = index > 0 ? all[index + 1] : undefined;
    if (command) check(event, command, report);
  };

/** A function for other packages puts its parameter into a shell command. */
export const exportedCommand: Rule = {
  id: 'MCP-A012',
  class: 'A',
  title: 'Shell command built from a parameter of an exported function',
  severity: 'high',
  confidence: 'medium',
  cwe: 78,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A function that a module exports, and that nothing in the package calls, puts a text parameter into a command line of a shell.',
  why: 'The tools that call it may be in another package. Nothing in its signature says that its caller must quote the value.',
  example: {
    language: 'typescript',
    bad: 'export const resolve = (host: string) => execSync(`dig +short ${host}`);',
    good: "export const resolve = (host: string) => execFileSync('dig', ['+short', '--', host]);",
  },
  fix: 'Start the program without a shell and give its arguments as a list.',
  notCounted: [
    'functions that run the whole command that they are given',
    'functions that the package calls: what reaches them is known',
    'values that were quoted, and numbers',
  ],
  calls: together(
    byName(names.shellCommand.shells, commandLine),
    byName(
      [
        'subprocess.run',
        'subprocess.call',
        'subprocess.Popen',
        'subprocess.check_output',
        'subprocess.check_call',
      ],
      python,
    ),
    byName(
      [
        'child_process.spawn',
        'child_process.spawnSync',
        'child_process.execFile',
        'child_process.execFileSync',
      ],
      words(0),
    ),
    byName(['os/exec.Command'], words(0)),
    byName(['os/exec.CommandContext'], words(1)),
  ),
};
