import { expect, it } from '@jest/globals';
import { bundle, manifest, NODE, reportOf } from '../../../test/support/mcp-bundle.js';

it.each<[string, object, string[]]>([
  ['the newest version of a package', { command: 'uvx', args: ['acme-jira@latest'] }, ['MCP-L010 high']],
  ['a version of a package', { command: 'uvx', args: ['acme-jira==1.2.3'] }, ['MCP-L010 medium']],
  ['a program of the machine', { command: '/usr/bin/jira', args: [] }, ['MCP-L010 medium']],
  ['its own code', NODE, []],
])('a bundle that starts %s', async (_what, config, expected) => {
  const { findings } = await reportOf(bundle(manifest(config)));
  const found = findings.filter(({ rule_id: rule }) => rule === 'MCP-L010');
  expect(found.map(({ rule_id: rule, severity }) => `${rule} ${severity}`)).toEqual(expected);
});
