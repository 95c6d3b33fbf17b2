import type { Rule } from '../rule.js';
import { codeCalls } from './code-evaluation.js';
import { programCalls } from './program-choice.js';
import { remoteCalls } from './remote-command.js';
import { shellCalls } from './shell-command.js';
import { together } from '../support/flow-reports.js';
import { writtenCalls } from './written-code.js';

/** A tool designed to run its client's commands or code. */
export const runsByDesign: Rule = {
  id: 'MCP-A011',
  class: 'A',
  title: 'Tool that runs commands or code by design',
  severity: 'high',
  confidence: 'high',
  cwe: 78,
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:U/C:H/I:H/A:H',
  what: 'A tool whose name and description promise to run any command or code runs what its client sends.',
  why: 'The code does what it is meant to do, but no tool has more power: a model that a poisoned page has misled uses it for the attacker.',
  example: {
    language: 'python',
    bad: '@mcp.tool()\ndef run_command(command: str) -> str:\n    """Runs a shell command."""\n    return subprocess.getoutput(command)',
    good: '@mcp.tool()\ndef run_check(name: Literal["lint", "tests"]) -> str:\n    return subprocess.run(CHECKS[name], capture_output=True, text=True).stdout',
  },
  fix: 'Offer the few commands that are needed as tools of their own. Otherwise run it in a container without secrets and network, mark the tool as destructive, and let the user confirm each call.',
  notCounted: [
    'commands and code that are constant',
    'tools that promise less (`in a sandbox`, `git commands`, `only safe commands`) or say nothing: MCP-A001 to MCP-A003, MCP-A009 and MCP-A010 report those',
  ],
  remembering: () => ({
    calls: together(
      shellCalls('design'),
      programCalls('design'),
      codeCalls('design'),
      remoteCalls('design'),
      writtenCalls('design'),
    ),
  }),
};
