import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { constantPrefix } from '../../engine/expressions/texts.js';
import { describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import type { Purpose } from '../support/purpose.js';
import { reportFlow, together } from '../support/flow-reports.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** No tool is there to load any module. */
const PURPOSE: Purpose = { operation: 'code', parameters: new Set(), tools: new Set() };

function check(event: CallEvent, index: number, report: Report, name?: string): void {
  const value = argument(event, index, name);
  const taints = allHarmful(value, event.frame, SanitizedFor.PATH | SanitizedFor.CODE);
  const open = taints.filter(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.PATH) === 0);
  reportFlow(
    open,
    event,
    PURPOSE,
    'other',
    {
      description: (taint) =>
        `Which module is loaded depends on ${describeSource(taint)}: loading one runs its code, be it any file of the machine or a \`data:\` address.`,
      does: 'loads modules',
      // The client sends the code itself, not the name of some module.
      ...(/^data:/iu.test(constantPrefix(value)) && { severity: 'critical' as const }),
    },
    report,
  );
}

const at =
  (index: number, name?: string): CallCheck =>
  (event, report) =>
    check(event, index, report, name);

/** A client's value decides which module is loaded. */
export const moduleChoice: Rule = {
  id: 'MCP-A004',
  class: 'A',
  title: 'Module loaded by a name that a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 94,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H',
  what: 'A parameter of a tool, or part of a request, is part of the specifier of `import()`, `require`, `importlib.import_module`, `runpy` or `plugin.Open`.',
  why: 'A module runs when it is loaded. A name of the client leads to any file on disk, and in some runtimes to code within the name itself.',
  example: {
    language: 'typescript',
    bad: 'const format = await import(`./formats/${args.format}.js`);',
    good: 'const formats = new Map([["csv", () => import("./formats/csv.js")]]);\nconst format = await formats.get(args.format)?.();',
  },
  fix: 'Name the modules that may be loaded in a fixed table and look the choice up in it.',
  notCounted: [
    'constant specifiers, and members of a fixed set',
    'names that were shown to have no path in them',
  ],
  calls: together(
    byName(names.moduleChoice.imports, at(0)),
    byName(['importlib.import_module'], at(0, 'name')),
    byName(
      ['importlib.util.spec_from_file_location', 'imp.load_source', 'importlib.machinery.SourceFileLoader'],
      at(1),
    ),
  ),
};
