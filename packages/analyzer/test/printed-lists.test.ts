import { describe, expect, it } from '@jest/globals';
import { inPython, inScript } from './support/tool-bodies.js';

const SHELL = ['MCP-A001 critical'];

describe('a list that becomes a part of a text', () => {
  it.each([
    ['in a template', 'execSync(`ls ${[host, "x"]}`);'],
    ['by addition', 'execSync("ls " + [host, "x"]);'],
    ['that was split', "execSync(`ls ${host.split(' ')}`);"],
  ])('holds its items in JavaScript: %s', async (_what, body) => {
    expect(await inScript(body)).toEqual(SHELL);
  });

  it('holds its items in Python', async () => {
    expect(await inPython('subprocess.run(f"ls {[host]}", shell=True)')).toEqual(SHELL);
  });

  it('is harmless without a value of the client', async () => {
    expect(await inScript("execSync(`ls ${['a', 'b']}`);")).toEqual([]);
  });
});
