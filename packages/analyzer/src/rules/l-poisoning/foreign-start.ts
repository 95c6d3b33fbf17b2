import { shownCommand } from '../../facts/not-in-bundle.js';
import { MANIFEST } from '../../mcpb/manifest.js';
import type { JudgedLaunch } from '../../mcpb/judged-launch.js';
import { printable } from '../../findings/printable.js';
import type { Rule } from '../rule.js';

/** The part of a description that says what starts. */
function startOf({ start, platforms, ...launch }: JudgedLaunch): string {
  const where = `On ${printable(platforms.join(', '))}, the bundle starts \`${shownCommand(launch)}\``;
  if (start.kind === 'package')
    return start.isPinned
      ? `${where}: that is in no file of it, and was not analyzed.`
      : `${where}: that is in no file of it, and may be another program tomorrow.`;
  return `${where}, and it is not known which code runs: ${printable(start.kind === 'unknown' ? start.reason : '')}.`;
}

/** An MCP bundle that starts what it does not contain. */
export const foreignStart: Rule = {
  id: 'MCP-L010',
  class: 'L',
  title: 'Bundle that starts what it does not contain',
  severity: 'high',
  confidence: 'high',
  cwe: 829,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H',
  what: 'The `manifest.json` of an MCP bundle (`.mcpb`) starts something else than code of the bundle on some platform: `uvx name@latest`, `npx name`, a container, a program of the machine, or its own code with variables that choose other code. With an exact version, and where it is not known what starts, it is medium.',
  why: 'Whoever opens the file believes to run what is in it. What is fetched at each start has been reviewed by nobody, and whoever publishes it next decides what runs.',
  example: {
    language: 'json',
    bad: '"mcp_config": { "command": "uvx", "args": ["acme-jira@latest"] }',
    good: '"mcp_config": { "command": "node", "args": ["${__dirname}/server/index.js"] }',
  },
  fix: 'Put the code of the server into the bundle and start it from `${__dirname}`, on all platforms. What has to be fetched belongs to an exact version.',
  notCounted: [
    'Node.js, Python and `uv run` with a file of the bundle, or with a program of its own project',
    'a binary program of the bundle, whose analysis is incomplete',
  ],
  package: ({ facts: { mcpb } }, report) => {
    for (const launch of mcpb?.launches ?? []) {
      const { start, line } = launch;
      if (start.kind === 'bundle') continue;
      const isOwnProgram = start.kind === 'unknown' && start.isProgramOfBundle === true;
      if (isOwnProgram) continue;
      const isCertain = start.kind === 'package';
      report({
        at: { file: MANIFEST },
        lines: { line, endLine: line },
        description: startOf(launch),
        sink: launch.command[0] ?? '',
        severity: isCertain && !start.isPinned ? 'high' : 'medium',
        ...(!isCertain && { confidence: 'medium' as const }),
      });
    }
  },
};
