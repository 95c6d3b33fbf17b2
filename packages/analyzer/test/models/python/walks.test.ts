import { describe, expect, it } from '@jest/globals';
import { foundTools } from '../../support/found-tools.js';
import { lines } from '../../support/flow-rows.js';

/** Whether a loop bounded only by a client is reported in a tool with these parameters and statements. */
const isOpen = async (parameters: string, ...body: string[]): Promise<boolean> => {
  const source = lines(
    'import itertools',
    'from typing import Annotated',
    'from pydantic import Field',
    'from mcp.server.fastmcp import FastMCP',
    'mcp = FastMCP("numbers")',
    '@mcp.tool()',
    `def numbers(${parameters}) -> str:`,
    '    """Numbers."""',
    ...body.map((line) => `    ${line}`),
  );
  return (await foundTools({ 'server.py': source }, /^MCP-M002$/u)).includes('numbers');
};

describe('loops with a client-controlled number of iterations', () => {
  it.each([
    ['a list', 'return str([i * i for i in range(n)])'],
    ['a set', 'return str({i * i for i in range(n)})'],
    ['a dict', 'return str({i: i for i in range(n)})'],
    ['a generator', 'return "".join(str(i) for i in range(n))'],
    ['a second clause', 'return str([i for a in "ab" for i in range(n)])'],
    ['from a start', 'return str([i for i in range(1, n + 1)])'],
    ['downwards', 'return str([i for i in range(n, 0, -1)])'],
    ['a list of a range', 'return str(list(range(n)))'],
    ['a tuple of a range', 'return str(tuple(range(n)))'],
    ['a sum', 'return str(sum(range(n)))'],
    ['a sum of squares', 'return str(sum(i * i for i in range(n)))'],
    ['a spread', 'return str([*range(n)])'],
    ['a map', 'return ",".join(map(str, range(n)))'],
    ['a condition without an exit', 'return str([i for i in range(n) if i % 2])'],
    ['a bound that is only read', 'if n > 100: print("many")\n    return str(list(range(n)))'],
  ])('are found: %s', async (_, body) => {
    expect(await isOpen('n: int', body)).toBe(true);
  });

  it.each([
    ['the smaller of two', 'n: int', 'return str([i for i in range(min(n, 100))])'],
    ['a schema', 'n: Annotated[int, Field(le=100)]', 'return str([i for i in range(n)])'],
    ['a default with a limit', 'n: int = Field(5, le=100)', 'return "".join(str(i) for i in range(n))'],
    ['a comparison', 'n: int', 'if n > 100: raise ValueError()\n    return str(list(range(n)))'],
    [
      'a chain of comparisons',
      'n: int',
      'if not 1 <= n <= 9: raise ValueError()\n    return str(sum(range(n)))',
    ],
    ['a remainder', 'n: int', 'return str([i for i in range(n % 7)])'],
    ['a bounded end', 'n: int, m: int', 'return str([i for i in range(m, min(n, 100))])'],
    ['the received value itself', 'n: list[int]', 'return str([i for i in n])'],
    ['the length of a received value', 'n: list[int]', 'return str([i for i in range(len(n))])'],
    ['as many as are needed', 'n: int', 'return str(next(i for i in range(n) if i * i > 7))'],
    ['a slice of a range', 'n: int', 'return str(list(itertools.islice(range(n), 10)))'],
    ['a slice of it', 'n: int', 'return str(list(itertools.islice((i for i in range(n)), 10)))'],
  ])('are not found with a bound: %s', async (_, parameters, body) => {
    expect(await isOpen(parameters, body)).toBe(false);
  });
});
