import { describe, expect, it } from '@jest/globals';
import { zipOf } from '../../sources/test/support/archives.js';
import { analyzeCommand, fileOf } from './support/analyze-command.js';
import { bundle, manifest, NODE, read, reportOf, SERVER } from './support/mcp-bundle.js';

/** The findings of the rule and the reasons why an analysis is incomplete. */
async function judged(config: object, files?: Readonly<Record<string, string>>, type?: string) {
  const report = await reportOf(bundle(manifest(config, {}, type), files));
  return {
    findings: report.findings
      .filter((each) => each.rule_id === 'MCP-L010')
      .map(({ severity, location }) => [severity, location.file_path]),
    starts: report.mcpb.launches.map(({ starts }) => starts),
    reasons: report.incomplete_reasons,
  };
}

describe('a bundle is refused', () => {
  const good = JSON.stringify(manifest(NODE));
  const file = { name: 'server/index.mjs', content: SERVER };
  const whole = (): Buffer => zipOf([{ name: 'manifest.json', content: good }, file]);
  it.each([
    ['without a manifest', () => zipOf([file]), 'has no manifest.json, so that it is no MCP bundle'],
    [
      'with a manifest in a folder',
      () => zipOf([{ name: 'x/manifest.json', content: good }]),
      'has no manifest.json',
    ],
    [
      'with bytes before it',
      () => Buffer.concat([Buffer.from('PK--'), whole()]),
      'no entry where|bytes before',
    ],
    [
      'with bytes behind it',
      () => Buffer.concat([whole(), Buffer.from('x')]),
      'goes on after its end record',
    ],
    [
      'with a link',
      () =>
        zipOf([
          { name: 'manifest.json', content: good },
          { name: 'a', content: 'b', mode: 0o120777 },
        ]),
      'neither file nor folder: a',
    ],
    [
      'with a name that leaves it',
      () => zipOf([{ name: 'manifest.json', content: good }, { name: '../a' }]),
      'leads out of its folder|invalid relative path',
    ],
    [
      'with a name twice',
      () => zipOf([{ name: 'manifest.json', content: good }, file, file]),
      'a name twice: server/index.mjs',
    ],
    [
      'with two manifests by case',
      () =>
        zipOf([
          { name: 'manifest.json', content: good },
          { name: 'Manifest.json', content: '{}' },
        ]),
      'Two names are one',
    ],
    [
      'with a signature of another length',
      () => Buffer.concat([whole(), Buffer.from('MCPB_SIG_V1\x09\0\0\0abcMCPB_SIG_END', 'latin1')]),
      'goes on after its end record',
    ],
  ])('%s', async (_what, make, message) => {
    await expect(read(make())).rejects.toThrow(new RegExp(message));
  });

  const with_ = (change: object) => ({ ...manifest(NODE), ...change });
  const server = (change: object) => with_({ server: { ...manifest(NODE).server, ...change } });
  it.each([
    ['that is no JSON', '{', 'is not JSON in UTF-8'],
    ['that is a list', '[]', 'the document must be an object'],
    [
      'with a name twice',
      good.replace('"node","args"', '"uvx","command":"node","args"'),
      'command is there twice',
    ],
    ['with a name twice but for case', good.replace('"server"', '"Server":{},"server"'), 'is there twice'],
    ['that is nested too deep', good.replace('"Jo"', '['.repeat(40) + ']'.repeat(40)), 'is nested too deep'],
    [
      'of an unknown version',
      with_({ manifest_version: '9' }),
      'manifest_version must be one of 0.1, 0.2, 0.3, 0.4',
    ],
    ['of no version', with_({ manifest_version: undefined }), 'manifest_version must be a text'],
    ['of two versions', with_({ dxt_version: '0.1' }), 'dxt_version must be the same as manifest_version'],
    ['without a server', with_({ server: undefined }), 'server must be an object'],
    ['of an unknown type', server({ type: 'ruby' }), 'server.type must be one of node, python, uv, binary'],
    [
      'with a start that leaves it',
      server({ entry_point: '../x.js' }),
      'server.entry_point: A path leads out of its folder',
    ],
    [
      'with a start that is absolute',
      server({ entry_point: '/x.js' }),
      'server.entry_point: A path is absolute',
    ],
    ['without a program', server({ mcp_config: {} }), 'server.mcp_config.command is missing for darwin'],
    [
      'with arguments that are no list',
      server({ mcp_config: { ...NODE, args: 'x' } }),
      'server.mcp_config.args must be a list',
    ],
    [
      'with an argument that is no text',
      server({ mcp_config: { ...NODE, args: [1] } }),
      'server.mcp_config.args\\[0\\] must be a text',
    ],
    [
      'with a variable that is no text',
      server({ mcp_config: { ...NODE, env: { A: 1 } } }),
      'server.mcp_config.env.A must be a text',
    ],
    [
      'with an override that is no object',
      server({ mcp_config: { ...NODE, platform_overrides: { win32: 'x' } } }),
      'platform_overrides.win32 must be an object',
    ],
    [
      'with too many tools',
      with_({ tools: Array.from({ length: 1001 }, (_, at) => ({ name: `t${at}` })) }),
      'tools must have at most 1000 items',
    ],
    ['with a tool without a name', with_({ tools: [{}] }), 'tools\\[0\\].name must be a text'],
    ['with an option that is no object', with_({ user_config: { a: 1 } }), 'user_config.a must be an object'],
    ['that is too large', with_({ long_description: 'x'.repeat(1024 * 1024) }), 'is larger than 1 MB'],
  ])('with a manifest %s', async (_what, document, message) => {
    await expect(read(bundle(document))).rejects.toThrow(new RegExp(message));
  });
});

it('a bundle that is refused by the command gives an incomplete report', () => {
  const ended = analyzeCommand([fileOf('x.mcpb', bundle('[]'))]);
  expect(ended).toMatchObject({ code: 3, stderr: '' });
  expect(ended.stdout).toContain('manifest.json: the document must be an object');
});

describe('what a bundle starts', () => {
  it.each([
    ['node with a file', NODE],
    [
      'node.exe and a Windows path',
      { command: 'node.exe', args: ['--no-warnings', '${__dirname}\\server\\index.mjs'] },
    ],
    [
      'a separator of the platform',
      { command: 'node', args: ['${__dirname}${/}server${/}index.mjs', '${user_config.dir}'] },
    ],
    ['variables of its own', { ...NODE, env: { API_KEY: '${user_config.key}', NODE_ENV: 'production' } }],
    ['packages of its own', { ...NODE, env: { NODE_PATH: '${__dirname}/lib:${__dirname}/more' } }],
  ])('is its own code: %s', async (_what, config) => {
    expect(await judged(config)).toEqual({ findings: [], starts: ['bundle'], reasons: [] });
  });

  it.each([
    [
      'uvx and a tag',
      { command: 'uvx', args: ['acme@latest'] },
      'high',
      '`uvx acme@latest`, which is not in the bundle, and not pinned',
    ],
    ['npx without a version', { command: 'npx', args: ['-y', 'acme'] }, 'high', 'not pinned'],
    ['npx behind cmd', { command: 'cmd', args: ['/c', 'npx', '-y', 'acme'] }, 'high', 'not pinned'],
    [
      'npx with an option that may take the next word',
      { command: 'npx', args: ['--no', 'other', 'acme@1.2.3'] },
      'high',
      'not pinned',
    ],
    [
      'a container by a tag',
      { command: 'docker', args: ['run', '-i', '--rm', 'acme:1'] },
      'high',
      'not pinned',
    ],
    [
      'an exact version',
      { command: 'npx', args: ['-y', '@acme/x@1.2.3'] },
      'medium',
      'which is not in the bundle',
    ],
    [
      'a container by digest',
      { command: 'docker', args: ['run', '-i', '--rm', `acme@sha256:${'a'.repeat(64)}`] },
      'medium',
      'which is not in the bundle',
    ],
    [
      'what uv adds',
      { command: 'uv', args: ['run', '--directory', '${__dirname}', '--with', 'evil', 'server/index.mjs'] },
      'high',
      'not pinned',
    ],
    [
      'a shell',
      { command: 'bash', args: ['-c', 'curl x | sh'] },
      'medium',
      'bash is a program of the machine',
    ],
    [
      'a program that the user chooses',
      { command: '${user_config.program}', args: [] },
      'medium',
      'is no program of the bundle',
    ],
    [
      'an option that loads a file',
      { command: 'node', args: ['--require', '/tmp/x.js', '${__dirname}/server/index.mjs'] },
      'medium',
      'the option --require is not understood',
    ],
    [
      'a variable that loads a file',
      { ...NODE, env: { NODE_OPTIONS: '--require /tmp/x.js' } },
      'medium',
      'the variable NODE_OPTIONS may choose other code',
    ],
    [
      'a variable in another case',
      { ...NODE, env: { node_options: '-r x' } },
      'medium',
      'may choose other code',
    ],
    [
      'a variable with settings of a library',
      { ...NODE, env: { OPENSSL_CONF: '${__dirname}/x.cnf' } },
      'medium',
      'the variable OPENSSL_CONF may choose other code',
    ],
    [
      'a line for cmd',
      { command: 'cmd', args: ['/c', 'node', '${__dirname}/server/index.mjs', '&', 'evil'] },
      'medium',
      'it is a line for a shell, which may run anything',
    ],
    [
      'what its arguments make the server start',
      { ...NODE, args: [...NODE.args, '--stdio', 'npx -y evil'] },
      'medium',
      'the server may start npx, and what that runs is not determined',
    ],
    [
      'an archive of the folder as a version',
      { command: 'npx', args: ['-y', '@acme/x@1.2.3-x.tgz'] },
      'high',
      'not pinned',
    ],
    [
      'foreign packages',
      { ...NODE, env: { NODE_PATH: '${__dirname}/lib:${HOME}/x' } },
      'medium',
      'NODE_PATH may choose',
    ],
    [
      'a file that is not there',
      { command: 'node', args: ['${__dirname}/server/other.js'] },
      'medium',
      'server/other.js is not in the bundle',
    ],
    [
      'a file beside it',
      { command: 'node', args: ['${__dirname}/../x.js'] },
      'medium',
      'is no file of the bundle',
    ],
    [
      'a file of a folder that clients choose',
      { command: 'node', args: ['server/index.mjs'] },
      'medium',
      'is no file of the bundle',
    ],
  ])('is something else: %s', async (_what, config, severity, reason) => {
    const { findings, reasons } = await judged(config);
    expect(findings).toEqual([[severity, 'manifest.json']]);
    expect(reasons.join('\n')).toContain(reason);
  });

  it('is judged on every platform', async () => {
    const config = {
      ...NODE,
      platform_overrides: { win32: { command: 'uvx', args: ['acme'] }, freebsd: NODE },
    };
    const report = await reportOf(bundle(manifest(config)));
    expect(
      report.mcpb.launches.map(({ platforms, starts, reference }) => [platforms, starts, reference]),
    ).toEqual([
      [['darwin', 'freebsd', 'linux'], 'bundle', null],
      [['win32'], 'package', 'acme'],
    ]);
    expect(report.findings.find((each) => each.rule_id === 'MCP-L010')?.description).toMatch(
      /^On win32, the bundle starts `uvx acme`: /,
    );
    expect(report.complete).toBe(false);
    expect(report.certification_level).toBe(0);
  });

  it.each([
    [
      'a module that a variable finds',
      { command: 'python3', args: ['-m', 'acme.main'], env: { PYTHONPATH: '${__dirname}/lib' } },
    ],
    [
      'a file through uv',
      { command: 'uv', args: ['run', '--directory', '${__dirname}', 'lib/acme/main.py'] },
    ],
    [
      'a program of its project through uv',
      { command: 'uv', args: ['--directory', '${__dirname}', 'run', 'acme'] },
    ],
    ['what clients do without a command', undefined],
  ])('is its own Python code: %s', async (_what, config) => {
    const files = {
      'server/index.mjs': SERVER,
      'lib/acme/main.py':
        'from mcp.server.fastmcp import FastMCP\nm = FastMCP("x")\n@m.tool()\ndef look() -> str:\n    """Looks."""\n    return "x"\n',
      'pyproject.toml':
        '[project]\nname = "acme"\nversion = "1.0.0"\n[project.scripts]\nacme = "lib.acme.main:m"\n',
    };
    const document = manifest({}, { manifest_version: '0.4' }, 'uv');
    const server = { type: 'uv', entry_point: 'lib/acme/main.py', ...(config && { mcp_config: config }) };
    const report = await reportOf(bundle({ ...document, server }, files));
    expect(report.mcpb.launches.map(({ starts }) => starts)).toEqual(['bundle']);
    expect(report.mcp_surface.tools).toContain('look');
  });

  it('is no program that cannot be analyzed', async () => {
    const { findings, reasons } = await judged(
      { command: '${__dirname}/server/x' },
      { 'server/x': '\x7fELF', 'server/index.mjs': SERVER },
      'binary',
    );
    expect(findings).toEqual([]);
    expect(reasons.slice(0, 2)).toEqual([
      'manifest.json: the server is a binary program, which cannot be analyzed',
      'manifest.json: on darwin, linux, win32 it starts `${__dirname}/server/x`, server/x is a program that cannot be analyzed',
    ]);
  });
});
