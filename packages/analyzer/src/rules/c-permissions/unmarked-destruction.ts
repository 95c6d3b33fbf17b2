import { toolAt } from '../../engine/calls/frames.js';
import { wordsOf } from '../../engine/values/secret-names.js';
import type { Tool } from '../../surface/surface.js';
import { deletion, DELETIONS, type Deletion } from '../support/deletions.js';
import { lineIn } from '../support/locations.js';
import { toolLines } from '../support/tool-lines.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

const DESTROYS = new Set(names.unmarkedDestruction.destroys);
const CONFIRMS = new Set(names.unmarkedDestruction.confirms);

const says = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

const isAnnotated = (tool: Tool): boolean =>
  tool.annotations.has('destructiveHint') || tool.parameters.some(({ name }) => says(name, CONFIRMS));

/** Descriptions of what cannot be brought back. */
const STRONG =
  /\bdestructive\b|\birreversibl[ey]\b|\bcan(?:not|'t) be (?:undone|reverted|recovered|restored)\b|\bpermanently (?:delet|remov|eras|destroy|wip)\w+|\b(?:all|entire|whole) (?:[\w-]+ ){0,3}(?:data|files|tables?|records|databases?|history|volumes?|users|accounts)\b/iu;

/** A tool whose description says that it destroys, wherever its work is done. */
const reportDescribed = (tool: Tool, report: Report): void => {
  report({
    ...lineIn(tool.file, tool.line),
    lines: { line: tool.line, endLine: Math.max(tool.line, toolLines(tool).endLine) },
    sink: 'unmarked destruction',
    tool: tool.name,
    severity: 'medium',
    confidence: 'low',
    description: `The description of \`${tool.name}\` says that it destroys data, and neither an annotation nor a parameter lets a client ask its user before.`,
  });
};

function reportFinding(tool: Tool, found: Deletion, report: Report): void {
  report({
    ...lineIn(tool.file, tool.line),
    sink: 'unmarked destruction',
    tool: tool.name,
    severity: found === 'everything' ? 'medium' : 'low',
    confidence: found === 'everything' ? 'medium' : 'low',
    description: `\`${tool.name}\` deletes${found === 'everything' ? ' whole folders or tables' : ''}, and neither an annotation nor a parameter lets a client ask its user before.`,
  });
}

/** A destructive tool without an annotation. */
export const unmarkedDestruction: Rule = {
  id: 'MCP-C003',
  class: 'C',
  title: 'Destructive tool without an annotation or confirmation',
  severity: 'medium',
  confidence: 'medium',
  cwe: 250,
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:U/C:N/I:H/A:H',
  what: 'A tool named after deleting, that deletes files or tables or says in its description that it cannot be undone, without `destructiveHint` and without a parameter that confirms it.',
  why: 'Clients ask their user before they call tools with the annotation; this one has none, and a confused model wipes what cannot be brought back.',
  example: {
    language: 'typescript',
    bad: 'server.registerTool("drop_workspace", { inputSchema }, async ({ id }) => rm(dir(id), { recursive: true }));',
    good: 'server.registerTool("drop_workspace", { inputSchema, annotations: { destructiveHint: true } }, …);',
  },
  fix: 'Set `destructiveHint: true`, and ask for a parameter that repeats the name of what is to be deleted.',
  notCounted: ['tools that delete files of their own on the way', 'tools with any `destructiveHint`'],
  remembering: (): Checks => {
    const reached = new Map<string, Deletion>();
    const note: CallCheck = (event) => {
      const tool = toolAt(event.frame) ?? '';
      const found = tool === '' ? undefined : deletion(event);
      if (found && reached.get(tool) !== 'everything') reached.set(tool, found);
    };
    return {
      calls: byName(DELETIONS, note),
      package: ({ surface }, report) => {
        for (const tool of surface.tools) {
          const found = reached.get(tool.name);
          if (!says(tool.name, DESTROYS) || isAnnotated(tool)) continue;
          if (found) reportFinding(tool, found, report);
          else if (STRONG.test(tool.description ?? '')) reportDescribed(tool, report);
        }
      },
    };
  },
};
