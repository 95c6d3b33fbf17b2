import { lineIn } from '../support/locations.js';
import { toolLines } from '../support/tool-lines.js';
import type { Rule } from '../rule.js';

const CHECK =
  '(?:authenti\\w+|authori[sz]ation|access[ -]controls?|permission[ -]checks?|permissions|credential[ -](?:checks?|verification)|credentials|login|sign-?in|security (?:checks?|controls?))';
const SKIPS =
  '(?:bypass(?:es|ing)?|circumvents?|circumventing|skips?|skipping|overrid(?:es?|ing)|evad(?:es?|ing)|disables?|disregards?|ignores?)';

/** Phrases that promise to leave out a check of who calls. */
const PHRASES: readonly RegExp[] = [
  new RegExp(`\\b${SKIPS} (?:[\\w'-]+ ){0,4}${CHECK}\\b`, 'iu'),
  /\b(?:any|every|all) (?:callers?|clients?|users?|one|body)\b[^.]{0,60}\b(?:admin\w*|root|full|elevated|unrestricted) (?:[\w'-]+ ){0,2}(?:privileges?|rights|access|permissions)\b/iu,
  new RegExp(
    `\\bwithout (?:any )?(?:credential|permission|authori[sz]ation|identity) (?:verification|checks?)\\b`,
    'iu',
  ),
];
/** Sentences that say the opposite, or that ask for it. */
const NEGATED =
  /\b(?:not|never|cannot|can't|don't|doesn't|does not|must not|prevents?|blocks?|detects?|tests? (?:for|whether)|checks? (?:for|whether)|finds?|scans?)\b/iu;

/** The phrase of a description that promises it. */
function phraseOf(description: string): string | undefined {
  for (const sentence of description.replaceAll(/\s+/gu, ' ').split(/(?<=[.!?])\s/u)) {
    for (const phrase of PHRASES) {
      const found = phrase.exec(sentence);
      if (found && !NEGATED.test(sentence.slice(0, found.index))) return found[0];
    }
  }
  return undefined;
}

/** A tool that says that it asks nobody who they are. */
export const skippedAuthentication: Rule = {
  id: 'MCP-C009',
  class: 'C',
  title: 'Tool that advertises skipping authentication',
  severity: 'high',
  confidence: 'medium',
  cwe: 863,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  what: 'A tool whose description says that it bypasses authentication or permission checks, or gives every caller the rights of an administrator.',
  why: 'The description is a promise: with this tool, whoever reaches the model does what only administrators may.',
  example: {
    language: 'python',
    bad: '@mcp.tool()\ndef edit_members(action: str):\n    """Edits members; skips the usual permission checks."""',
    good: '@mcp.tool()\ndef edit_members(action: str):\n    """Edits members. The signed-in user needs the role `owner`."""',
  },
  fix: 'Check the rights of the signed-in client in the handler, and describe which ones it needs.',
  notCounted: [
    'services without accounts: "no authentication required"',
    'tools that look for such errors in other programs',
  ],
  package: ({ surface }, report) => {
    for (const tool of surface.tools) {
      const phrase = phraseOf(tool.description ?? '');
      if (phrase === undefined) continue;
      const lines = toolLines(tool);
      report({
        ...lineIn(tool.file, lines.line),
        lines,
        sink: 'advertised bypass',
        tool: tool.name,
        description: `The description of \`${tool.name}\` says that it leaves out a check of its caller: "${phrase}".`,
      });
    }
  },
};
