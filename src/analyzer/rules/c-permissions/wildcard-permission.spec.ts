import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analyze.js';
import { wildcardPermission } from './wildcard-permission.js';

/** The lines at which a permission for everything is found. */
async function found(file: string, text: string): Promise<number[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(text)]]));
  return report.findings
    .filter(({ rule_id }) => rule_id === wildcardPermission.id)
    .map(({ location }) => location.start_line);
}

const policy = (...statements: object[]): string => JSON.stringify({ Statement: statements }, null, 1);
const { bad, good } = wildcardPermission.example;

describe('a permission for everything', () => {
  it.each([
    ['one that denies', 'a.json', '{\n "Effect": "Deny",\n "Action": "*",\n "Resource": "*"\n}\n'],
    ['one that denies, of several lists', 'a.json', policy({ Effect: 'Deny', Action: ['*'] })],
    ['one that leaves actions out', 'a.json', policy({ Effect: 'Allow', NotAction: '*' })],
    ['one of a service', 'a.json', policy({ Effect: 'Allow', Action: ['s3:*'], Resource: '*' })],
    ['what its example recommends', 'a.json', good],
    ['one of YAML that denies', 'a.yaml', 'Statement:\n  - Effect: Deny\n    Action: "*"\n'],
    [
      'one of YAML that denies below',
      'a.yaml',
      'Statement:\n  - Action: "*"\n    Effect: Deny\n  - Effect: Allow\n',
    ],
    ['one of YAML that leaves actions out', 'a.yaml', 'Statement:\n  - Effect: Allow\n    NotAction: "*"\n'],
    ['one of HCL that denies', 'a.tf', 'statement {\n  effect = "Deny"\n\n  actions = ["*"]\n}\n'],
    ['a line of very many blanks', 'a.yaml', `x: "*"\nAction:${' '.repeat(300_000)}*`],
  ])('is not %s', async (_, file, text) => {
    await expect(found(file, text)).resolves.toEqual([]);
  });

  it.each([
    ['its own example', 'a.json', bad, [1]],
    [
      'one among others',
      'a.json',
      policy({ Effect: 'Deny', Action: '*' }, { Effect: 'Allow', Action: ['s3:*', '*'] }),
      [9],
    ],
    [
      'one deep within',
      'a.json',
      JSON.stringify([[{ a: { b: [{ Action: '*:*', Effect: 'Allow' }] } }]]),
      [1],
    ],
    ['a role of a cloud', 'a.json', '{ "permissions": [\n{ "actions": ["*"], "notActions": [] }] }', [2]],
    ['one of JSON with comments', 'a.json', '{ // all\n  "Effect": "Allow",\n  "Action": "*" }', [3]],
    [
      'one of YAML',
      'a.yaml',
      'Statement:\n  - Effect: Allow\n    Action: "*"\n  - Effect: Deny\n    Action: "s3:*"\n',
      [3],
    ],
    [
      'one of YAML behind a ban',
      'a.yaml',
      'Statement:\n  - Effect: Deny\n    Action: "a:b"\n  - Action: "*"\n    Effect: Allow\n',
      [4],
    ],
    ['one of HCL', 'a.tf', 'statement {\n  effect = "Deny"\n}\nstatement {\n  actions = ["*"]\n}\n', [5]],
    ['a role of a cluster', 'a.yaml', 'rules:\n  - apiGroups: [""]\n    verbs: ["*"]\n', [3]],
  ])('is %s', async (_, file, text, lines) => {
    await expect(found(file, text)).resolves.toEqual(lines);
  });
});
