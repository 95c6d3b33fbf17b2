import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { analyzeCommand, archiveOf, fileOf, folderOf, reportOf } from './support/analyze-command.js';
import { CLEAN, SHELL } from './support/command-samples.js';

const FORGED = /A001[^]* · tool evil\\u\{1b\}\[31m\\u\{202e\}name\\u\{200b\}\s+forged: line ·/u;

describe('hostile input', () => {
  const refused = (path: string, words: readonly string[] = []) => {
    const { code, report } = reportOf(path, words);
    expect(code).toBe(3);
    expect(report).toMatchObject({ complete: false, certification_level: 0 });
    return report.incomplete_reasons.join('\n');
  };

  it.each([
    ['a path with ..', { name: 'package/../../etc/passwd' }, /\.\./u],
    ['an absolute path', { name: '/etc/passwd' }, /absolute/u],
    ['a device', { name: 'package/device', type: 'character-device' }, /device/u],
  ] as const)('refuses an archive with %s', async (_what, entry, reason) => {
    const archive = await archiveOf([{ name: 'package/index.js', content: CLEAN }, entry]);
    expect(refused(archive)).toMatch(reason);
  });

  it('refuses files that are not archives, broken archives, and decompression bombs', () => {
    expect(refused(fileOf('a.tgz', Buffer.from('no archive')))).toContain('refused');
    expect(refused(fileOf('b.tgz', gzipSync(Buffer.alloc(2048)).subarray(0, 20)))).toContain('refused');
    expect(refused(fileOf('c.tgz', gzipSync(Buffer.alloc(600 * 1024 * 1024))))).toContain('refused');
  });

  it('reports for a path without a package only the reason and what to do', () => {
    const next = 'give a folder with source code, what `npm pack` made, or an MCP bundle (.mcpb)';
    for (const [name, content, why] of [
      ['hello.txt', Buffer.from('hello\n'), 'is no packed package: gzip expected'],
      ['empty.tgz', Buffer.alloc(0), 'is no packed package: it is empty'],
      ['a.zip', Buffer.from('PK\u0003\u0004'), 'is refused: The zip is broken, or no zip'],
      ['b.tgz', gzipSync(Buffer.from('no tar')), 'is broken, or no packed package: '],
    ] as const) {
      const { code, stdout } = analyzeCommand([fileOf(name, content)]);
      const reported = stdout.replaceAll(/\s+/g, ' ');
      expect(code).toBe(3);
      expect(reported).toMatch(/^Not analyzed /u);
      expect(reported).toContain(`${name} ${why}`);
      // What is refused may be a package; what to do about it depends on the reason.
      expect(reported.endsWith(`; ${next} `)).toBe(!why.startsWith('is refused'));
      expect(reported).not.toMatch(/SCORES|No findings|CONTROLS/u);
    }
    const { code, stdout } = analyzeCommand([folderOf({})]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^Not analyzed\n[^]*holds no files/u);
  });

  it('follows no symbolic link out of a folder or archive, names it, and analyzes the rest', async () => {
    const folder = folderOf({ 'server.js': SHELL });
    symlinkSync('/etc/passwd', join(folder, 'outside.js'));
    const archive = await archiveOf([
      { name: 'package/server.js', content: SHELL },
      { name: 'package/outside.js', type: 'symlink', linkname: '/etc/passwd' },
    ]);
    for (const path of [folder, archive]) {
      const { code, report } = reportOf(path);
      expect(code).toBe(1);
      expect(report.incomplete_reasons).toEqual([
        'outside.js: is a link that leads out of the package, and was left out',
      ]);
      expect(report.finding_counts.critical).toBe(1);
      expect(report.verdict).toMatch(/^not certified: 1 critical/u);
    }
  });

  it('is never clean where a link was left out', () => {
    const folder = folderOf({ 'server.js': CLEAN });
    symlinkSync('/etc/hostname', join(folder, 'result'));
    expect(reportOf(folder)).toMatchObject({ code: 3, report: { complete: false } });
    const control = (): unknown =>
      reportOf(folder).report.controls.find((each: { control_id: string }) => each.control_id === 'SUP-001');
    expect(control()).toMatchObject({ passed: true, applicable: false });
    symlinkSync('/etc/hostname', join(folder, 'requirements.txt'));
    expect(control()).toMatchObject({ passed: false, observable: false });
    symlinkSync('/etc/hostname', join(folder, 'helper.js'));
    expect(reportOf(folder)).toMatchObject({ report: { complete: false, certification_level: 0 } });
  });

  it.each([
    [
      'source that is not UTF-8',
      { 'server.js': Buffer.from([0x61, 0x3d, 0xff, 0xfe, 0x31, 0x0a]) },
      /UTF-8/u,
    ],
    [
      'source nested 100,000 deep',
      { 'server.js': `x = ${'['.repeat(100_000)}${']'.repeat(100_000)}` },
      /nested/u,
    ],
    [
      'Python nested 100,000 deep',
      { 'server.py': `x = ${'('.repeat(100_000)}${')'.repeat(100_000)}` },
      /server\.py/u,
    ],
    ['a line of 11 MB', { 'server.js': `x = "${'a'.repeat(11_000_000)}"` }, /larger than 10 MB/u],
    ['source that does not parse', { 'server.js': 'const = = ;' }, /syntax error at line 1/u],
    ['no source at all', { 'README.md': '# nothing' }, /no source code/u],
  ] as const)('reports %s as not analyzed', (_what, files, reason) => {
    expect(refused(folderOf(files))).toMatch(reason);
  });

  it('stops an analysis that takes too much memory, and says so', () => {
    expect(refused(folderOf({ 'server.js': SHELL }), ['--memory', '20'])).toContain(
      'more than 20 MB of memory',
    );
  });

  it('shows hostile names without their control characters, in every format', () => {
    const name = 'evil\u001b[31m\u202ename\u200b\\nforged: line';
    const text = SHELL.replace('"ping", "Asks', `"${name.replace('\u001b', '\\u001b')}", "Asks`);
    const folder = folderOf({ 'we\u202eird\u001b[2J\n.js': text });
    for (const format of ['json', 'sarif', 'text', 'sbom']) {
      const { code, stdout, stderr } = analyzeCommand([folder, '--format', format]);
      expect(code).toBe(1);
      // eslint-disable-next-line no-control-regex
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/u);
      if (format !== 'text') expect(() => JSON.parse(stdout)).not.toThrow();
      else expect(stdout).toMatch(FORGED);
    }
  });

  it('reveals a secret in no output', () => {
    const secret = ['ghp', 'R8vQ2mZk4TnW7yXc1LdF6sJb3HpG9uAeKoYi'].join('_');
    const folder = folderOf({
      'server.js': `${CLEAN}const GITHUB_TOKEN = "${secret}";\nconsole.error(GITHUB_TOKEN);\n`,
    });
    const { report } = reportOf(folder);
    expect(
      report.findings.map((finding: { vulnerability_class: string }) => finding.vulnerability_class),
    ).toContain('E');
    for (const format of ['json', 'sarif', 'text', 'sbom']) {
      const { stdout, stderr } = analyzeCommand([folder, '--format', format]);
      expect(stdout + stderr).not.toContain(secret.slice(4));
    }
  });
});
