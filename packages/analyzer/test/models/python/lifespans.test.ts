import { describe, expect, it } from '@jest/globals';
import { lines } from '../../support/flow-rows.js';
import { foundTools } from '../../support/found-tools.js';

/** A class that queries a database, with and without SQL injection. */
const STORE = lines(
  'import sqlite3',
  'from contextlib import asynccontextmanager',
  'class Store:',
  '    def __init__(self, con):',
  '        self.con = con',
  '    def loose(self, q):',
  `        return self.con.execute(f"SELECT * FROM a WHERE b = '{q}'").fetchall()`,
  '    def bound(self, q):',
  '        return self.con.execute("SELECT * FROM a WHERE b = ?", (q,)).fetchall()',
);

const LIFESPAN = lines(
  '@asynccontextmanager',
  'async def lifespan(server):',
  '    con = sqlite3.connect("a.db")',
  '    try:',
  '        yield {"store": Store(con)}',
  '    finally:',
  '        con.close()',
);

const found = async (...sources: string[]): Promise<readonly string[]> =>
  foundTools({ 'server.py': sources.join('') }, /^MCP-D/u);

/** A tool that uses an object from its context. */
const tool = (name: string, context: string, call: string, decorator = '@mcp.tool()'): string =>
  lines(
    decorator,
    `async def ${name}(ctx: Context, q: str) -> str:`,
    '    """x"""',
    `    return str(${context}.${call}(q))`,
  );

describe('the result of a lifespan', () => {
  it('is in the context of the official server', async () => {
    const server = lines(
      'from dataclasses import dataclass',
      'from mcp.server.fastmcp import Context, FastMCP',
      '@dataclass',
      'class App:',
      '    store: Store',
      LIFESPAN.replace('{"store": Store(con)}', 'App(store=Store(con))'),
      'mcp = FastMCP("a", lifespan=lifespan)',
    );
    const context = 'ctx.request_context.lifespan_context.store';
    expect(await found(STORE, server, tool('bad', context, 'loose'))).toEqual(['bad']);
    expect(await found(STORE, server, tool('good', context, 'bound'))).toEqual([]);
  });

  it.each(['ctx.request_context.lifespan_context["store"]', 'ctx.lifespan_context["store"]'])(
    'is in that of the standalone server: %s',
    async (context) => {
      const server = lines(
        'from fastmcp import Context, FastMCP',
        LIFESPAN,
        'mcp = FastMCP("a", lifespan=lifespan)',
      );
      expect(await found(STORE, server, tool('bad', context, 'loose', '@mcp.tool'))).toEqual(['bad']);
      expect(await found(STORE, server, tool('good', context, 'bound', '@mcp.tool'))).toEqual([]);
    },
  );

  it('is available to a function that requests the context', async () => {
    const server = lines('from mcp.server.fastmcp import FastMCP', LIFESPAN, 'mcp = FastMCP("a", lifespan=lifespan)'); // prettier-ignore
    const asking = (call: string): string =>
      lines(
        '@mcp.tool()',
        'def ask(q: str) -> str:',
        '    """x"""',
        `    return str(mcp.get_context().request_context.lifespan_context["store"].${call}(q))`,
      );
    expect(await found(STORE, server, asking('loose'))).toEqual(['ask']);
    expect(await found(STORE, server, asking('bound'))).toEqual([]);
  });

  it('is in the context of a low-level server', async () => {
    const server = lines(
      'from mcp.server.lowlevel import Server',
      LIFESPAN,
      'server = Server("a", lifespan=lifespan)',
    );
    const dispatcher = (call: string): string =>
      lines(
        '@server.call_tool()',
        'async def call_tool(name, arguments):',
        '    ctx = server.request_context',
        `    return str(ctx.lifespan_context["store"].${call}(arguments["q"]))`,
      );
    expect(await found(STORE, server, dispatcher('loose'))).toHaveLength(1);
    expect(await found(STORE, server, dispatcher('bound'))).toEqual([]);
  });
});
