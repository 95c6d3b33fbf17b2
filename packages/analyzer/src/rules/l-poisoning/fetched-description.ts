import type { Rule } from '../rule.js';

/** A description of a tool that another host sends. */
export const fetchedDescription: Rule = {
  id: 'MCP-L009',
  class: 'L',
  title: 'Description of a tool fetched from the network',
  severity: 'high',
  confidence: 'medium',
  cwe: 494,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:N',
  what: 'The description, the name or the schema of a tool is not written in the package: it is the answer of another host. Where it only completes a text of the server, it is medium.',
  why: 'Models follow descriptions. Whoever answers there decides what they read: tomorrow, or for some users, it is another text than the one that was approved.',
  example: {
    language: 'typescript',
    bad: 'const { text } = await (await fetch(CATALOG)).json();\nserver.tool("forecast", text, shape, forecast);',
    good: 'server.tool("forecast", "Forecasts the weather of a city", shape, forecast);',
  },
  fix: 'Write the descriptions in the package. Where tools must be described by another server, pin a digest of what was reviewed, and refuse what differs.',
  notCounted: [
    'descriptions in files of the package',
    'tools of another server that are forwarded by a client of the protocol',
    'numbers from the network within a description',
  ],
  package: ({ surface }, report) => {
    for (const { name, fetched, file, line, descriptionLine } of surface.tools) {
      if (!fetched) continue;
      const { what, taint, isPart } = fetched;
      const at = what === 'description' ? descriptionLine : line;
      const tool = name === '' ? 'a tool' : `the tool \`${name}\``;
      report({
        at: { file },
        lines: { line: at, endLine: at },
        taint,
        sink: `fetched ${what}`,
        ...(isPart && { severity: 'medium' }),
        ...(name !== '' && { tool: name }),
        description: `The ${what} of ${tool} ${isPart ? 'contains' : 'is'} ${taint.source.name}: whoever answers there decides what models read, after the tool was approved.`,
      });
    }
  },
};
