import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import type { Taint } from '../../engine/values/taint.js';
import { textOf, type Value } from '../../engine/values/value.js';
import { flowInto } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { codeCalls, conductOf } from './command-conduct.js';
import names from './names.json' with { type: 'json' };

const remoteIn = (value: Value | undefined, event: CallEvent): Taint | undefined =>
  value && taintsHere(value, event.frame).find(({ source }) => source.kind === 'remote-content');

const remoteCode: CallCheck = (event, report) => {
  // `new Function(code);` only checks the syntax of a text.
  if (event.names.includes('setTimeout') || event.node.discarded === true) return;
  for (const value of event.arguments.positional) {
    const taint = remoteIn(value, event);
    if (taint) {
      reportFinding(event, taint, 'code', report);
      return;
    }
  }
};

function reportFinding(event: CallEvent, taint: Taint, what: string, report: Report): void {
  report({
    ...flowInto(event, taint, sinkOf(event)),
    description: `What was fetched from the network is run as ${what}: whoever answers there decides what the server does.`,
  });
}

/** A constant shell command, `curl … | sh`, or a command from the network. */
const shellCommand: CallCheck = (event, report) => {
  const command = argument(event, 0, 'args');
  // Fetched text within a command is an argument; class A reports it.
  const taint = command.parts ? undefined : remoteIn(command, event);
  if (taint) {
    reportFinding(event, taint, 'a command', report);
    return;
  }
  const items = command.objects.flatMap((object) => object.items ?? []);
  for (const value of [command, ...items, ...event.arguments.positional.slice(1)]) {
    const conduct = conductOf(textOf(value) ?? '', new Set());
    if (!conduct?.severe || conduct.kind === 'runs hidden code') continue;
    report({
      at: event.frame,
      lines: event.node,
      description: `A command ${conduct.kind}: whoever answers there decides what runs on the machine.`,
      sink: sinkOf(event),
      severity: 'high',
      confidence: 'medium',
    });
  }
};

const SHELLS = names.remoteCode.shells;

/** Code that is fetched at run time. */
export const remoteCodeRun: Rule = {
  id: 'MCP-L007',
  class: 'L',
  title: 'Code fetched from the network and run',
  severity: 'critical',
  confidence: 'high',
  cwe: 494,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H',
  what: 'What the server fetches from the network reaches `eval`, `exec`, `new Function`, `vm` or a command, or a command pipes a download into a shell.',
  why: 'The code that runs is in no package that anybody has reviewed, and can be another one for each user and each day.',
  example: {
    language: 'javascript',
    bad: "const code = await (await fetch('https://cdn.example.net/rules.js')).text();\nnew Function(code)();",
    good: "import { rules } from './rules.js';",
  },
  fix: 'Ship code inside the package and fetch only data, read by a parser. Where code has to be loaded, pin its digest and compare it before it runs.',
  notCounted: [
    'data from the network that is parsed',
    'commands that only download a file',
    'code that is only checked for its syntax, as by `new Function(code);`',
  ],
  calls: { ...codeCalls(remoteCode), ...byName(SHELLS, shellCommand) },
};
