import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** The lines of findings about secrets in URLs. */
async function linesOf(...lines: string[]): Promise<number[]> {
  const head = 'import axios from "axios"; const key = process.env.BOARD_TOKEN; async function run(page) {';
  const { report } = await analyze(
    new Map([['index.js', Buffer.from([head, ...lines, '}', 'run(1);'].join('\n'))]]),
  );
  return report.findings
    .filter(({ rule_id }) => rule_id === 'MCP-E005')
    .map(({ location }) => location.start_line);
}

const GET = '  return axios.get(`https://board.example.com/v2?${query}`, { timeout: 5000 });';

describe('a secret in a query object', () => {
  it.each([
    [
      'an object',
      ['  const query = new URLSearchParams({', '    page,', '    api_token: key,', '  });', GET],
      4,
    ],
    ['pairs', ['  const query = new URLSearchParams([["api_token", key]]);', GET], 2],
    ['a call', ['  const query = new URLSearchParams();', '  query.set("api_token", key);', GET], 3],
    ['its text', ['  const query = new URLSearchParams({ api_token: key }).toString();', GET], 2],
    [
      'a field of the URL',
      [
        '  const url = new URL("https://board.example.com/");',
        '  url.search = new URLSearchParams({ api_token: key });',
        '  return axios.get(url, { timeout: 5000 });',
      ],
      3,
    ],
    [
      'an option',
      [
        '  return axios.get("https://board.example.com/", { timeout: 5000, params: new URLSearchParams({ api_token: key }) });',
      ],
      2,
    ],
  ])('is found in %s', async (_, lines, line) => {
    await expect(linesOf(...lines)).resolves.toEqual([line]);
  });

  it('is found in private methods and fields', async () => {
    await expect(
      linesOf(
        '  class Board {',
        '    #key;',
        '    constructor(given) { this.#key = given; }',
        '    #url(path, more = {}) {',
        '      const query = new URLSearchParams({ ...more, api_token: this.#key });',
        '      return `${path}?${query}`;',
        '    }',
        '    get() { return axios.get(this.#url("/a", { page }), { timeout: 5000 }); }',
        '  }',
        '  return new Board(key).get();',
      ),
    ).resolves.toEqual([6]);
  });

  it.each([
    [
      'a body',
      [
        '  const query = new URLSearchParams({ api_token: key });',
        '  return axios.post("https://board.example.com/", query, { timeout: 5000 });',
      ],
    ],
    ['other fields', ['  const query = new URLSearchParams({ page });', GET]],
    [
      'a header',
      [
        '  const query = new URLSearchParams({ page });',
        '  return axios.get(`https://board.example.com/v2?${query}`, { timeout: 5000, headers: { authorization: key } });',
      ],
    ],
  ])('is not reported in %s', async (_, lines) => {
    await expect(linesOf(...lines)).resolves.toEqual([]);
  });
});
