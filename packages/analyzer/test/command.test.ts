import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { analyzeCommand, archiveOf, fileOf, folderOf, reportOf } from './support/analyze-command.js';
import { CLEAN, SHELL } from './support/command-samples.js';

const MAIN = new URL('../dist/cli/main.js', import.meta.url);
const COMMAND = fileURLToPath(MAIN);

describe('mcp-analyze', () => {
  it('exits with 2 and explains wrong usage', () => {
    for (const [words, said] of [
      [[], 'name a folder, a .tgz or an .mcpb file'],
      [['/no/such/place'], 'cannot read /no/such/place'],
      [['.', '--format', 'xml'], "argument 'xml' is invalid"],
      [['.', '--fail-on', 'worst'], "argument 'worst' is invalid"],
      [['.', '--timeout', '0'], 'whole number above 0'],
      [['.', '--timeout', '2147484'], 'It must be at most 2147483'],
      [['.', '--no-such-option'], 'unknown option'],
      [['--explain', 'MCP-Z999'], 'rule ids look like MCP-A001, with the letter of their class: A'],
      [['--explain', 'A999'], 'there is no rule A999; those of class A are MCP-A001, MCP-A002, '],
      [['--explain', 'A001', '.'], 'leave out the package and --format'],
      [['--explain', 'A001', '--format', 'json'], 'leave out the package and --format'],
      [['--explain', 'A001', '--json'], 'leave out the package and --format or --json'],
      [['.', '--json', '--format', 'text'], '--json is the same as --format json: leave out one of the two'],
      [[''], 'the path is empty'],
      [['.', '--baseline', '/no/such/file'], 'cannot use the baseline /no/such/file: there is no such file'],
      [['.', '--baseline', '/'], 'cannot use the baseline /: it is a folder'],
      [
        ['.', '--advisories', '/no/such/file'],
        'cannot use the advisories /no/such/file: there is no such file',
      ],
    ] as const) {
      const { code, stdout, stderr } = analyzeCommand(words);
      expect({ words, code, stdout, said: stderr.includes(said) }).toEqual({
        words,
        code: 2,
        stdout: '',
        said: true,
      });
    }
  });

  it('prints its options with --help, and explains a rule', () => {
    const help = analyzeCommand(['--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('--fail-on <severity>');
    expect(help.stdout).toContain('Exit codes:');
    expect(help.stdout).toContain('Usage: mcp-analyze [options] [package]');
    for (const id of ['MCP-A001', 'A001', 'a1']) {
      const rule = analyzeCommand(['--explain', id]);
      expect(rule.code).toBe(0);
      expect(rule.stdout).toContain('Shell command built from what a client sends');
    }
    expect(analyzeCommand(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+/u),
    });
  });

  it('exits with 0 without findings, with 1 at or above the requested severity', () => {
    expect(analyzeCommand([folderOf({ 'server.js': CLEAN })]).code).toBe(0);
    const bad = folderOf({ 'server.js': SHELL });
    expect(analyzeCommand([bad]).code).toBe(1);
    expect(analyzeCommand([bad, '--fail-on', 'critical']).code).toBe(1);
    expect(analyzeCommand([bad, '--fail-on', 'none']).code).toBe(0);
  });

  it('exits with 2 and one line when its output cannot be written', () => {
    const folder = folderOf({ 'server.js': CLEAN });
    for (const [words, said] of [
      [[folder, '--output', '/no/such/x'], 'cannot write /no/such/x: there is no such file or folder\n'],
      [[folder, '--output', folder], `cannot write ${folder}: it is a folder, not a file\n`],
      [[folder, '--output', ''], 'the path is empty; name a file or a folder\n'],
    ] as const)
      expect(analyzeCommand(words)).toEqual({ code: 2, stdout: '', stderr: said });
  });

  it('exits with 2 and one line when the disk is full', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, folderOf({ 'server.js': SHELL })], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'cannot write the report: no space is left\n' });
  });

  it('resolves paths against the folder where npm run analyze was called', () => {
    const folder = folderOf({ 'in/server.js': CLEAN });
    const npm = { npm_lifecycle_event: 'analyze', INIT_CWD: folder };
    const { code } = analyzeCommand(['in', '--format', 'json', '--output', 'report.json'], npm);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).complete).toBe(true);
    expect(analyzeCommand(['in', '--baseline', 'report.json'], npm).code).toBe(0);
  });

  it('reports the specified fields of a finding', () => {
    const { report } = reportOf(folderOf({ 'server.js': SHELL }));
    const finding = report.findings.find(({ rule_id }: { rule_id: string }) => rule_id === 'MCP-A001');
    expect(finding).toMatchObject({
      severity: 'critical',
      confidence: 'high',
      vulnerability_class: 'A',
      cwe: 'CWE-78',
      cvss: 9.8,
      owasp_mcp: 'MCP05',
      location: { file_path: 'server.js', start_line: 6, end_line: 6 },
      mcp_context: { tool_name: 'ping', resource_uri: null },
    });
    expect(finding.fingerprint).toMatch(/^[0-9a-f]{64}$/u);
    expect(finding.trace.map(({ line }: { line: number }) => line)).toEqual([5, 6]);
    expect(report.certification_level).toBe(0);
  });

  it('accepts findings in a baseline, but not new ones', () => {
    const folder = folderOf({ 'server.js': SHELL });
    const baseline = join(folder, '..', 'baseline.json');
    expect(analyzeCommand([folder, '--format', 'json', '--output', baseline]).code).toBe(1);
    expect(analyzeCommand([folder, '--baseline', baseline]).code).toBe(0);
    const more = folderOf({ 'server.js': `${SHELL}${SHELL.replaceAll('ping', 'trace')}` });
    expect(analyzeCommand([more, '--baseline', baseline]).code).toBe(1);
    rmSync(baseline);
  });

  it('keeps a fingerprint when other lines change', () => {
    const print = (text: string): string =>
      reportOf(folderOf({ 'server.js': text })).report.findings.find(
        ({ rule_id }: { rule_id: string }) => rule_id === 'MCP-A001',
      ).fingerprint;
    expect(print(`// a line\n\n${SHELL}`)).toBe(print(SHELL));
  });

  it('prints SARIF with the data flow, and an SBOM', () => {
    const folder = folderOf({
      'server.js': SHELL,
      'package.json': '{"name":"ping","version":"1.0.0","dependencies":{"zod":"3.25.0"}}',
    });
    const sarif = JSON.parse(analyzeCommand([folder, '--format', 'sarif']).stdout);
    const [run] = sarif.runs;
    const result = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'MCP-A001');
    expect(result.codeFlows[0].threadFlows[0].locations).toHaveLength(2);
    const sbom = JSON.parse(analyzeCommand([folder, '--format', 'sbom']).stdout);
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(sbom.components.map(({ name }: { name: string }) => name)).toContain('zod');
  });

  it('matches the dependencies of a lockfile against advisories, and reports their date', () => {
    const lock = {
      name: 'ping',
      lockfileVersion: 3,
      packages: {
        '': { name: 'ping', dependencies: { 'left-over': '1.0.0' } },
        'node_modules/left-over': { version: '1.0.0', integrity: 'sha512-AAAA' },
      },
    };
    const folder = folderOf({
      'server.js': CLEAN,
      'package.json': '{"name":"ping","version":"1.0.0","dependencies":{"left-over":"1.0.0"}}',
      'package-lock.json': JSON.stringify(lock),
    });
    const advisory = {
      id: 'GHSA-aaaa-bbbb-cccc',
      modified: '2026-03-04T05:06:07Z',
      summary: 'Leaves something over',
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [
        {
          package: { ecosystem: 'npm', name: 'left-over' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }],
        },
      ],
    };
    const table = fileOf('advisories.json', Buffer.from(JSON.stringify([advisory])));
    const { report } = reportOf(folder, ['--advisories', table]);
    expect(report.toolchain.toolchain_version).toContain('advisories:2026-03-04');
    expect(report.dependencies.advisories).toMatchObject([
      { id: 'GHSA-aaaa-bbbb-cccc', severity: 'critical', name: 'left-over', fixed_versions: ['1.0.1'] },
    ]);
    const control = report.controls.find(
      ({ control_id }: { control_id: string }) => control_id === 'SUP-001',
    );
    expect(control).toMatchObject({ passed: false, observable: true });
    const without = reportOf(folder).report;
    expect(without.dependencies.advisories_observable).toBe(false);
    // One critical advisory of a direct dependency costs 40; without a table, the result is unknown.
    expect(report.scores.breakdown.supply_chain.dependencies).toBe(60);
    expect(without.scores.breakdown.supply_chain.dependencies).toBe(50);
    expect(analyzeCommand([folder, '--advisories', fileOf('a.json', Buffer.from('{}'))])).toMatchObject({
      code: 2,
      stdout: '',
    });
  });

  it('fails for a malicious dependency', () => {
    const lock = {
      name: 'ping',
      lockfileVersion: 3,
      packages: {
        '': { name: 'ping', dependencies: { 'left-over': '1.0.0' } },
        'node_modules/left-over': { version: '1.0.0', integrity: 'sha512-AAAA' },
      },
    };
    const folder = folderOf({
      'server.js': CLEAN,
      'package.json': '{"name":"ping","version":"1.0.0","dependencies":{"left-over":"1.0.0"}}',
      'package-lock.json': JSON.stringify(lock),
    });
    const affected = [{ package: { ecosystem: 'npm', name: 'left-over' }, versions: ['1.0.0'] }];
    const records = folderOf({
      'MAL-1.json': JSON.stringify({ id: 'MAL-2026-1', affected }),
      'x.json': '{}',
    });
    const { code, stdout, stderr } = analyzeCommand([
      folder,
      '--advisories',
      records,
      '--fail-on',
      'critical',
    ]);
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('and 1 malicious dependency');
    expect(stderr).toBe('1 advisories, 1 record skipped\n');
    expect(analyzeCommand([folder, '--advisories', records, '--fail-on', 'none']).code).toBe(0);
  });

  it('returns the same bytes for the same files, whatever the time zone, the locale and the order of files', async () => {
    const files = { 'a.js': SHELL, 'b/c.js': SHELL.replaceAll('ping', 'knock'), 'README.md': '# ping\n' };
    const folder = folderOf(files);
    const first = analyzeCommand([folder, '--format', 'json']);
    // The command passes no environment to an analysis; here it runs in this process, which has one.
    const directly = [
      `import { analyze } from ${JSON.stringify(new URL('../analysis/analyze.js', MAIN))};`,
      `import { readDirectory } from ${JSON.stringify(new URL('../files/read-directory.js', MAIN))};`,
      `import { prettyJson } from ${JSON.stringify(new URL('../report/canonical-json.js', MAIN))};`,
      'const { report } = await analyze((await readDirectory(process.argv[1])).files);',
      'const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();',
      'console.log(JSON.stringify({ locale, timeZone, text: prettyJson(report) }));',
    ].join('\n');
    for (const [timeZone, locale] of [
      ['Asia/Tokyo', 'tr-TR'],
      ['UTC', 'en-US'],
    ] as const) {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', directly, folder], {
        encoding: 'utf8',
        env: { TZ: timeZone, LC_ALL: `${locale.replace('-', '_')}.UTF-8` },
      });
      expect(JSON.parse(stdout)).toEqual({ timeZone, locale, text: first.stdout });
    }
    const entries = Object.entries(files).map(([name, content]) => ({ name: `package/${name}`, content }));
    const one = analyzeCommand([await archiveOf(entries), '--format', 'json']);
    const other = analyzeCommand([await archiveOf(entries.toReversed()), '--format', 'json']);
    expect(other.stdout).toBe(one.stdout);
    expect(one.stdout).toBe(first.stdout);
  });

  it('prints the duration of each phase with --timing, apart from the report', () => {
    const { stdout, stderr } = analyzeCommand([
      folderOf({ 'server.js': CLEAN }),
      '--timing',
      '--format',
      'json',
    ]);
    expect(() => JSON.parse(stdout)).not.toThrow();
    for (const part of ['reading files', 'parsing source code', 'following values', 'applying rules'])
      expect(stderr).toContain(part);
  });
});
