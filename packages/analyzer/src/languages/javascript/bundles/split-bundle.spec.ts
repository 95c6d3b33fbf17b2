import { describe, expect, it } from '@jest/globals';
import { nodesWithin } from '../../../ir/walk.js';
import { parseJavaScript } from '../parser/parse-javascript.js';
import { moduleOrigin } from './module-origin.js';

/** The names that a bundle imports, and the strings in the rest of its code. */
function read(source: string, ownNames: readonly string[] = ['@acme/server']) {
  const { module, libraries } = parseJavaScript('dist/index.js', 'javascript', source, ownNames);
  const imports = module.body.flatMap((node) =>
    node.kind === 'import'
      ? node.names.map(({ imported, local }) => `${local} = ${node.module} ${imported}`)
      : [],
  );
  const texts = nodesWithin(module.body.filter(({ kind }) => kind !== 'import')).flatMap((node) =>
    node.kind === 'constant' && typeof node.value === 'string' ? [node.value] : [],
  );
  return { libraries, imports, texts };
}

const ESBUILD = `
// node_modules/left/index.js
function pad(text) { return "left" + text; }

// src/a.ts
run("ours", pad("x"));
`;

describe('splitBundle', () => {
  it('imports what the rest uses of a library', () => {
    expect(read(ESBUILD)).toEqual({ libraries: ['left'], imports: ['pad = left pad'], texts: ['ours', 'x'] });
  });

  it.each([
    ['the name of a conflict', 'var exec = 1; var exec2 = "library";', 'exec2();', 'exec2 = left exec'],
    ['a name with a number', 'var md5 = "library";', 'md5();', 'md5 = left md5'],
    ['a default export', 'var left_default = "library";', 'left_default();', 'left_default = left default'],
    ['a variable named like the package', 'const left$1 = "library";', 'left$1();', 'left$1 = left default'],
    [
      'a namespace',
      'var left_exports = {}; __export(left_exports, {});',
      'left_exports.a();',
      'left_exports = left *',
    ],
    [
      'an exported name',
      'var all = {}; __export(all, { string: () => b }); var b = "library";',
      'b();',
      'b = left string',
    ],
    ['a class', 'class Left { get a() { return "library"; } }', 'new Left();', 'Left = left Left'],
    ['a pattern', 'var { a, b: [c = 1, ...d] } = "library";', 'd();', 'd = left d'],
  ])('recognizes %s', (_what, library, own, expected) => {
    const source = `// node_modules/left/index.js\n${library}\n// src/a.ts\n${own}\n`;
    expect(read(source)).toMatchObject({ imports: [expected], texts: [] });
  });

  it('keeps modules that are loaded by functions', () => {
    const source = `
// node_modules/left/index.js
var require_left = __commonJS({ "node_modules/left/index.js"(exports, module) { module.exports = "library"; } });
// src/a.ts
var import_left = __toESM(require_left());
import_left.run("ours");
`;
    expect(read(source)).toEqual({ libraries: ['left'], imports: [], texts: ['left', 'ours'] });
  });

  it.each([
    [
      'regions',
      '//#region node_modules/left/a.js\nvar a = "library";\n//#endregion\nrun("ours", a);\n//#region src/b.ts\nrun("ours");',
    ],
    [
      'a function around everything',
      '(() => {\n  // node_modules/left/a.js\n  var a = "library";\n  // src/b.ts\n  run("ours", a);\n  run("ours");\n})();',
    ],
    [
      'folders of workspaces',
      '// ../../node_modules/.pnpm/left@1.0.0/node_modules/left/a.mjs\nvar a = "library";\n// ../core/src/b.ts\nrun("ours", a);\nrun("ours");',
    ],
  ])('understands %s', (_what, source) => {
    expect(read(source)).toEqual({ libraries: ['left'], imports: ['a = left a'], texts: ['ours', 'ours'] });
  });

  it.each([
    ['without code of libraries', '// src/a.ts\nrun("ours");'],
    ['with a comment in a function', 'function a() {\n// node_modules/left/a.js\nrun("ours");\n}'],
    ['with a comment in a template', 'x(`\n// node_modules/left/a.js\n`);\nrun("ours");'],
    ['with a comment behind code', 'let a; // node_modules/left/a.js\nrun("ours");'],
    ['with a package of the same scope', '// node_modules/@acme/core/a.js\nrun("ours");'],
    ['with the package itself', '// node_modules/@acme/server/a.js\nrun("ours");'],
  ])('leaves a file alone %s', (_what, source) => {
    const { libraries, texts } = read(source);
    expect(libraries).toBeUndefined();
    expect(texts).toContain('ours');
  });

  it('keeps the whole code of a package that registers tools', () => {
    const source = `
// node_modules/tools/a.js
function add(server) { server.registerTool("ours", {}, run); }
// node_modules/tools/b.js
var run = () => "ours";
// node_modules/left/a.js
var left = "library";
// src/a.ts
add(server);
`;
    expect(read(source)).toMatchObject({ libraries: ['left'], texts: ['ours', 'ours'] });
  });

  it('does not take a server library for such a package', () => {
    const source = `
// node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js
var McpServer = class { a() { this.server.setRequestHandler("library"); } };
// src/a.ts
new McpServer("ours");
`;
    expect(read(source)).toEqual({
      libraries: ['@modelcontextprotocol/sdk'],
      imports: ['McpServer = @modelcontextprotocol/sdk/server/mcp.js McpServer'],
      texts: ['ours'],
    });
  });
});

describe('moduleOrigin', () => {
  it.each([
    ['src/a.ts', undefined],
    ['node_modules/@acme/core/a.js', undefined],
    ['node_modules/@acmes/core/a.js', '@acmes/core'],
    ['node_modules/a/node_modules/b/lib/index.js', 'b'],
    ['node_modules/', undefined],
    ['node_modules/@left', undefined],
    ['node_modules/@modelcontextprotocol/sdk/dist/esm/types.js', '@modelcontextprotocol/sdk/types.js'],
  ])('%s is of %s', (path, specifier) => {
    const origin = moduleOrigin(path, ['@acme/server']);
    expect(origin.kind === 'package' ? origin.specifier : undefined).toBe(specifier);
  });

  it('does not take the SDK for a part of the servers in its scope', () => {
    const path = 'node_modules/@modelcontextprotocol/sdk/dist/esm/types.js';
    expect(moduleOrigin(path, ['@modelcontextprotocol/server-a']).kind).toBe('package');
  });
});
