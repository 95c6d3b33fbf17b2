import { describe, expect, it } from '@jest/globals';
import { growth, IN_PROPORTION, repeated } from '../../../test/support/growth.js';
import { textFile } from '../../../test/support/text-files.js';
import { analyze } from '../../analysis/analyze.js';
import { RIGHTS, wildcardPermission } from './wildcard-permission.js';

/** The lines of findings about unlimited permissions. */
async function found(file: string, text: string): Promise<number[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(text)]]));
  return report.findings
    .filter(({ rule_id }) => rule_id === wildcardPermission.id)
    .map(({ location }) => location.start_line);
}

const policy = (...statements: object[]): string => JSON.stringify({ Statement: statements }, null, 1);
const { bad, good } = wildcardPermission.example;

describe('an unlimited permission', () => {
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
    ['one of TOML that denies', 'a.toml', 'Effect = "Deny"\nAction = "*"\n\n[other]\nx = 1\n'],
    ['a word among others', 'a.yaml', 'scopes: ["read *", "* of it"]\n'],
    ['an action of something else', 'a.json', '{"action": "*"}'],
    ['an action of something else, in YAML', 'a.yaml', 'route:\n  action: "*"\n'],
    ['a role of another kind', 'a.json', '{"role": "roles/viewer"}'],
    ['a line of many spaces', 'a.yaml', `x: "*"\nAction:${' '.repeat(300_000)}*`],
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
      'one of YAML after a denial',
      'a.yaml',
      'Statement:\n  - Effect: Deny\n    Action: "a:b"\n  - Action: "*"\n    Effect: Allow\n',
      [4],
    ],
    ['one of HCL', 'a.tf', 'statement {\n  effect = "Deny"\n}\nstatement {\n  actions = ["*"]\n}\n', [5]],
    ['one of JSON with an unknown effect', 'a.json', '{"rules":[{"effect":"x","verbs":["*"]}]}', [1]],
    ['one of JSON with an unrelated effect', 'a.json', '{"effect":"deny","scopes":["*"]}', [1]],
    ['one of YAML with an unrelated effect', 'a.yaml', 'rules:\n- verbs: ["*"]\n  effect: deny\n', [2]],
    ['one of TOML', 'a.toml', 'Action = "*"\n\n[other]\neffect = "deny"\n', [1]],
    ['one of TOML after another', 'a.toml', '[other]\neffect = "deny"\n[[this]]\nactions = ["*"]\n', [4]],
    ['one of TOML with an unrelated effect', 'a.toml', 'scopes = ["*"]\neffect = "deny"\n', [1]],
    ['a role of a cluster', 'a.yaml', 'rules:\n  - apiGroups: [""]\n    verbs: ["*"]\n', [3]],
  ])('is %s', async (_, file, text, lines) => {
    await expect(found(file, text)).resolves.toEqual(lines);
  });
});

const of = (...lines: string[]): string => `${lines.join('\n')}\n`;

describe('a multiline list', () => {
  it.each([
    [
      'of a role of a cluster',
      'a.yaml',
      of('rules:', '  - apiGroups: ["x"]', '    verbs:', '      - "*"'),
      [4],
    ],
    [
      'with dashes below its key',
      'a.yaml',
      of('rules:', '- verbs:', "  - 'get'", "  - '*'", '  resources:', '  - x'),
      [4],
    ],
    ['of the outermost level', 'a.yml', of('verbs:', '- get', '- "*" # all', 'x: 1'), [3]],
    ['of a policy', 'a.yaml', of('- Effect: Allow', '  Action:', "    - '*'"), [3]],
    [
      'of a policy after others',
      'a.yaml',
      of('- Action: # all', '    - s3:Get', '', '    # all', "    - '*'", '  Effect: Allow'),
      [5],
    ],
    ['with items of several lines', 'a.yaml', of('scopes:', '  - >-', '    a', '  - "*:*"'), [4]],
    ['of YAML in brackets', 'a.yaml', of('verbs: [', '  get,', '  "*"', ']'), [3]],
    ['of YAML in brackets below', 'a.yaml', of('verbs:', '  [', '    "get",', '    "*",', '  ]'), [4]],
    ['of YAML in brackets on the next line', 'a.yaml', of('verbs:', '  ["get", "*"]'), [2]],
    ['of HCL', 'a.tf', of('statement {', '  actions = [', '    "*",', '  ]', '}'), [3]],
    [
      'of HCL after others',
      'a.tf',
      of('actions = ["s3:Get", # "b"', '  // c', '  "s3:Put", "*"]', 'x = 1'),
      [3],
    ],
    [
      'of HCL after a denial',
      'a.tf',
      of(
        'statement {',
        '  effect = "Deny"',
        '}',
        'statement {',
        '  actions = [',
        '    "*",',
        '  ]',
        '  effect = "Allow"',
        '}',
      ),
      [6],
    ],
    [
      'of HCL after gaps',
      'a.tf',
      of('actions = [', '  "${var.a["b"]}:*", "${c[0]}: {",', '  "*",', ']'),
      [3],
    ],
    [
      'of an object of HCL',
      'a.tf',
      of('x = jsonencode({', '  Effect = "Allow"', '  Action = [', '    "*"', '  ]', '})'),
      [4],
    ],
    ['of TOML', 'a.toml', of('[a]', 'permissions = [', '  "*",', ']', '[b]', 'effect = "Deny"'), [3]],
    [
      'of JSON with placeholders',
      'a.json',
      of('{ "Effect": "Allow", ${x}', '  "Action": [', '    "*"', '  ] }'),
      [3],
    ],
    ['of an action that is allowed', 'a.yaml', of('- effect: allow', '  action:', '    - "*"'), [3]],
  ])('%s', async (_, file, text, lines) => {
    await expect(found(file, text)).resolves.toEqual(lines);
  });

  it.each([
    ['that denies', 'a.yaml', of('- Effect: Deny', '  Action:', "    - '*'")],
    [
      'that denies below',
      'a.yaml',
      of('- Action:', "  - '*'", '  - b', '  Resource:', '  - c', '  Effect: Deny'),
    ],
    [
      'that denies, of HCL',
      'a.tf',
      of('statement {', '  effect = "Deny"', '  actions = [', '    "*",', '  ]', '}'),
    ],
    [
      'that denies below, of HCL',
      'a.tf',
      of('statement {', '  actions = [', '"*",', '"b"', ']', '  effect = "Deny"', '}'),
    ],
    ['that denies, of TOML', 'a.toml', of('Action = [', '  "*"', ']', 'Effect = "Deny"')],
    ['of an action of something else', 'a.yaml', of('action:', '  - "*"')],
    ['of resources', 'a.yaml', of('resources:', '  - "*"', 'verbs:', '  - get')],
    ['of resources after it', 'a.yaml', of('verbs:', '  - get', 'resources:', '  - "*"')],
    ['of resources after an empty list', 'a.yaml', of('- verbs:', '  resources:', '    - "*"')],
    ['of resources of the next item', 'a.yaml', of('- verbs:', '- "*"')],
    ['of resources of HCL', 'a.tf', of('actions = [', '  "s3:*",', ']', 'resources = [', '  "*",', ']')],
    ['of resources after its end', 'a.tf', of('x = { actions = ["a",', '  "b"], resources = ["*"] }')],
    ['that does not end', 'a.tf', of('actions = [', 'resources = [', '  "*",', ']')],
    ['of globs', 'a.yaml', of('scopes:', '  - "*.ts"', '  - "**"', '  - "src/*"', '# "*"')],
    ['of globs of HCL', 'a.tf', of('actions = [', '  "s3:*", "*.b",', ']', 'x = ["*"]')],
    ['with a comment', 'a.yaml', of('verbs:', '  - get', '  # - "*"', '  - list # or "*"')],
    ['with a comment of HCL', 'a.tf', of('actions = [', '  # "*",', '  "a", // "b", "*",', ']')],
    [
      'within another',
      'a.yaml',
      of('permissions:', '  - name: a', '    for:', '      - "*"', '  - ["b", "*"]'),
    ],
    ['of objects', 'a.tf', of('permissions = [', '  { a = "b" },', '  "*",', ']')],
    ['that is reckoned', 'a.tf', of('actions = [', '  for a in b : a if a != "*"', ']')],
    ['that is a comment', 'a.yaml', of('# verbs:', '#   - "*"')],
  ])('is not reported: %s', async (_, file, text) => {
    await expect(found(file, text)).resolves.toEqual([]);
  });

  it.each([
    ['keys', 'verbs:\n'],
    ['keys within keys', ' verbs:\n- verbs:\n'],
    ['unterminated lists', 'verbs: [\n"a",\n'],
    ['a line of unterminated strings', '"\\'],
    ['a line of delimiters', ', # '],
  ])('is searched for in linear time in %s', (_, part) => {
    const look = (length: number): void =>
      wildcardPermission.file?.(textFile('a.yaml', `x: "*"\nverbs: [\n${repeated(part, length)}`), () => {
        throw new Error('there is none');
      });
    expect(growth(look, 50_000)).toBeLessThan(IN_PROPORTION);
  });
});

describe('each permission', () => {
  const rows = RIGHTS.flatMap(({ names, values, effect }) =>
    names.flatMap((name) => values.map((value) => [name, value, effect] as const)),
  );

  it.each(rows)('%s: %s is reported in each syntax', async (name, value, effect) => {
    const pairs = effect === 'allows' ? { Effect: 'Allow', [name]: value } : { [name]: value };
    const lines = Object.entries(pairs).map(([key, text]) => [key, JSON.stringify(text)] as const);
    const last = lines.length;
    await expect(found('a.json', JSON.stringify(pairs))).resolves.toEqual([1]);
    await expect(found('a.json', JSON.stringify({ ...pairs, [name]: ['a', value] }))).resolves.toEqual([1]);
    await expect(found('a.yaml', lines.map(([key, text]) => `${key}: ${text}\n`).join(''))).resolves.toEqual([
      last,
    ]);
    await expect(
      found(
        'a.yaml',
        lines.map(([key, text]) => `${key}: ${key === name ? `['a', ${text}]` : text}\n`).join(''),
      ),
    ).resolves.toEqual([last]);
    await expect(found('a.tf', lines.map(([key, text]) => `${key} = ${text}\n`).join(''))).resolves.toEqual([
      last,
    ]);
    await expect(
      found(
        'a.yaml',
        lines.map(([key, text]) => `${key}: ${key === name ? `\n  - ${text}` : text}\n`).join(''),
      ),
    ).resolves.toEqual([last + 1]);
    await expect(
      found(
        'a.tf',
        lines.map(([key, text]) => `${key} = ${key === name ? `[\n  ${text},\n]` : text}\n`).join(''),
      ),
    ).resolves.toEqual([last + 1]);
  });

  it.each(rows)('%s: %s beside an effect', async (name, value, effect) => {
    const expected = effect === undefined ? 1 : 0;
    await expect(found('a.json', JSON.stringify({ [name]: value, Effect: 'Deny' }))).resolves.toHaveLength(
      expected,
    );
    await expect(found('a.yaml', `${name}: "${value}"\nEffect: Deny\n`)).resolves.toHaveLength(expected);
  });
});
