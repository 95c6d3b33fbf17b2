import { describe } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { twins, type TwinRow } from '../support/twins.js';

/** A tool with one parameter `x`. */
const tool = (imports: string, body: string): string =>
  lines(
    'HEAD',
    imports,
    'HIGH',
    'server.tool("list", "Lists.", { x: z.string() }, async ({ x }) => {',
    body,
    '});',
  );

type Row = readonly [name: string, imports: string, harmful: string, harmless: string];

const commands = (rows: readonly Row[]): void =>
  twins(rows.map(([name, imports, bad, good]): TwinRow => [name, tool(imports, bad), tool(imports, good)]));

describe('programs started in JavaScript', () => {
  commands([
    [
      'execaCommand',
      'import { execaCommand } from "execa";',
      'await execaCommand(`git log ${x}`);',
      'await execaCommand("git log");',
    ],
    [
      'execaCommand whole',
      'import { execaCommand } from "execa";',
      'await execaCommand(x);',
      'await execaCommand("ls");',
    ],
    [
      'execaCommandSync',
      'import { execaCommandSync } from "execa";',
      'execaCommandSync("git log " + x);',
      'execaCommandSync("git log " + Number(x));',
    ],
    [
      'execaCommand concat unknown program',
      'import { execaCommand } from "execa";',
      'await execaCommand(`${x} --version`);',
      'await execaCommand(`ls --version`);',
    ],
    [
      'execaCommand shell',
      'import { execaCommand } from "execa";',
      'await execaCommand(`ls ${x}`, { shell: true });',
      'await execaCommand(`ls`, { shell: true });',
    ],
    [
      'execa.command',
      'import execa from "execa";',
      'await execa.command(`git log ${x}`);',
      'await execa("git", ["log", "--", x]);',
    ],
    [
      'execa tag',
      'import { $ } from "execa"; import { exec } from "child_process";',
      'exec(`ls ${x}`)',
      'await $`ls ${x}`;',
    ],
    [
      'execa tag options',
      'import { $ } from "execa";',
      'await $({ shell: true })`ls ${x}`;',
      'await $({ cwd: "/tmp" })`ls ${x}`;',
    ],
    [
      'execa tag2',
      'import { execa } from "execa";',
      'await execa({ shell: true })`ls ${x}`;',
      'await execa`ls ${x}`;',
    ],
    [
      'execa tag sync',
      'import { $ } from "execa";',
      '$.sync({shell: true})`ls ${x}`;',
      '$.sync`ls ${x}`; await execa("ls", ["--", x]);',
    ],
    ['zx', 'import { $ } from "zx";', 'await $`bash -c ${x}`;', 'await $`ls ${x}`;'],
    [
      'zx exec',
      'import { $ as sh } from "zx";',
      'const cmd = `ls ${x}`; await sh`sh -c ${cmd}`;',
      'await sh`ls ${x}`;',
    ],
    [
      'execa shell',
      'import { execa } from "execa";',
      'await execa(`ls ${x}`, { shell: true });',
      'await execa("ls", [x], { shell: false });',
    ],
    [
      'execaSync shell',
      'import { execaSync } from "execa";',
      'execaSync(`ls ${x}`, { shell: "/bin/bash" });',
      'execaSync("ls", [x]);',
    ],
    [
      'spawn shell',
      'import { spawn } from "node:child_process";',
      'spawn(`ls ${x}`, { shell: true });',
      'spawn("ls", [x]);',
    ],
    [
      'spawn shell args',
      'import { spawn } from "node:child_process";',
      'spawn("ls", [x], { shell: true, stdio: "pipe" });',
      'spawn("ls", [x], { stdio: "pipe" });',
    ],
    [
      'spawn shell spread',
      'import { spawn } from "node:child_process"; const BASE = { shell: true };',
      'spawn("ls", [x], { ...BASE, cwd: "/" });',
      'spawn("ls", [x], { ...{}, cwd: "/" });',
    ],
    [
      'spawn win shell',
      'import { spawn } from "node:child_process";',
      'spawn("ls", [x], { shell: process.platform === "win32" });',
      'spawn("ls", [x], { shell: false });',
    ],
    [
      'cross-spawn',
      'import spawn from "cross-spawn";',
      'spawn("ls", [x], { shell: true });',
      'spawn("ls", [x]);',
    ],
    [
      'cross-spawn sync',
      'import spawn from "cross-spawn";',
      'spawn.sync("sh", ["-c", `ls ${x}`]);',
      'spawn.sync("ls", [x]);',
    ],
    [
      'cross-spawn prog',
      'import { sync as spawnSync } from "cross-spawn";',
      'spawnSync(x, []);',
      'spawnSync("ls", [x]);',
    ],
    ['shelljs', 'import shell from "shelljs";', 'shell.exec(`ls ${x}`);', 'shell.ls(x);'],
    [
      'shelljs2',
      'import { exec } from "shelljs";',
      'exec(`ls ${x}`, { silent: true });',
      'exec("ls", { silent: true });',
    ],
    [
      'shelljs req',
      'const shell = require("shelljs");',
      'shell.exec("ls " + x, { async: true });',
      'shell.cmd("ls", x);',
    ],
    ['Bun.spawn', '', 'Bun.spawn(["sh", "-c", `ls ${x}`]);', 'Bun.spawn(["ls", x]);'],
    ['Bun.spawn cmd', '', 'Bun.spawn({ cmd: ["sh", "-c", `ls ${x}`] });', 'Bun.spawn({ cmd: ["ls", x] });'],
    ['Bun.spawn prog', '', 'Bun.spawnSync([x, "a"]);', 'Bun.spawnSync(["ls", x], { stdout: "pipe" });'],
    [
      'Bun import',
      'import { spawn, spawnSync } from "bun";',
      'spawnSync(["bash", "-lc", x]);',
      'spawn(["ls", x]);',
    ],
    ['Bun.$', 'import { $ } from "bun";', 'await $`bash -c ${x}`;', 'await $`ls ${x}`;'],
    ['Bun.$ raw', 'import { $ } from "bun";', 'await $`ls ${{ raw: x }}`;', 'await $`ls ${x}`.text();'],
    ['Bun.$ glob', '', 'await Bun.$`sh -c ${x}`;', 'await Bun.$`ls ${x}`.quiet();'],
    [
      'Deno.Command',
      '',
      'new Deno.Command("sh", { args: ["-c", `ls ${x}`] });',
      'new Deno.Command("ls", { args: [x] });',
    ],
    [
      'Deno.Command prog',
      '',
      'await new Deno.Command(x, { args: [] }).output();',
      'await new Deno.Command("ls", { args: ["--", x] }).output();',
    ],
    ['Deno.run', '', 'Deno.run({ cmd: ["sh", "-c", `ls ${x}`] });', 'Deno.run({ cmd: ["ls", x] });'],
    [
      'Deno git option',
      '',
      'new Deno.Command("git", { args: ["log", x] });',
      'new Deno.Command("git", { args: ["log", "--", x] });',
    ],
    [
      'tinyexec',
      'import { x as run } from "tinyexec";',
      'await run("sh", ["-c", x]);',
      'await run("ls", [x]);',
    ],
    [
      'nano-spawn',
      'import spawn from "nano-spawn";',
      'await spawn("sh", ["-c", x]);',
      'await spawn("ls", [x]);',
    ],
    [
      'promisify exec',
      'import { exec } from "child_process"; import { promisify } from "util"; const run = promisify(exec);',
      'await run(`ls ${x}`);',
      'await run("ls");',
    ],
    [
      'split',
      'import { spawn } from "child_process";',
      'const [cmd, ...args] = `git log ${x}`.split(" "); spawn(cmd, args);',
      'const [cmd, ...args] = `git log ${Number(x)}`.split(" "); spawn(cmd, args);',
    ],
  ]);
});
