import { describe, expect, it } from '@jest/globals';
import { foundIn, script, type Texts } from './support/code-that-runs.js';
import { pythonServer } from './support/tool-bodies.js';

/** A name, the files of a package, and the one whose code a client reaches with a text that a shell gets. */
type Row = readonly [name: string, files: Texts, path: string];

const reaches = (rows: readonly Row[]): void => {
  it.each(rows)('%s', async (_name, files, path) => {
    expect(await foundIn(files)).toEqual([path]);
  });
};

const PYTHON_RUN = 'import os\n\n\ndef run(host):\n    os.system("ping " + host)\n';
/** A server whose tool calls `run`, after an import. */
const python = (imports: string, call = 'run(host)'): string => `${imports}\n${pythonServer(call)}`;
const project = (...more: string[]): string =>
  ['[project]', 'name = "acme-server"', 'version = "1.0.0"', ...more, ''].join('\n');

describe('modules of a Python package, by what its manifests say', () => {
  reaches([
    [
      'a package in the root',
      {
        '__init__.py': '',
        'pyproject.toml': project(),
        'acme/__init__.py': '',
        'acme/server.py': python('from acme.lib import run'),
        'acme/lib.py': PYTHON_RUN,
      },
      'acme/lib.py',
    ],
    [
      'a package in the source folder',
      {
        'src/__init__.py': '',
        'pyproject.toml': project(),
        'src/acme/__init__.py': '',
        'src/acme/server.py': python('import acme.lib', 'acme.lib.run(host)'),
        'src/acme/lib.py': PYTHON_RUN,
      },
      'src/acme/lib.py',
    ],
    [
      'a root that is a package itself, without a manifest',
      {
        '__init__.py': '',
        'acme/__init__.py': '',
        'acme/tools/__init__.py': 'from acme.lib import run\n',
        'acme/server.py': python('from acme.tools import run'),
        'acme/lib.py': PYTHON_RUN,
      },
      'acme/lib.py',
    ],
    [
      'the folder of the project as its package',
      {
        '__init__.py': '',
        'pyproject.toml': project(),
        'server.py': python('from acme_server.lib import run'),
        'lib.py': PYTHON_RUN,
      },
      'lib.py',
    ],
    ...(
      [
        ['setuptools', '[tool.setuptools.package-dir]\n"acme" = "code"'],
        ['hatch', '[tool.hatch.build.targets.wheel.force-include]\n"code" = "acme"'],
        ['hatch for all targets', '[tool.hatch.build.sources]\n"code" = "acme"'],
      ] as const
    ).map(([name, table]): Row => [
      `a package under another name: ${name}`,
      {
        'pyproject.toml': project(table),
        'code/__init__.py': '',
        'code/server.py': python('from acme.lib import run'),
        'code/lib.py': PYTHON_RUN,
      },
      'code/lib.py',
    ]),
    [
      'a package under another name: Poetry',
      {
        'pyproject.toml': '[tool.poetry]\nname = "x"\npackages = [{ include = "code", to = "acme" }]\n',
        'code/server.py': python('from acme.code.lib import run'),
        'code/lib.py': PYTHON_RUN,
      },
      'code/lib.py',
    ],
    ...(
      [
        ['setuptools', '[tool.setuptools.packages.find]\nwhere = ["python"]'],
        ['setuptools, of all packages', '[tool.setuptools]\npackage-dir = { "" = "python" }'],
        ['Poetry', '[tool.poetry]\npackages = [{ include = "acme", from = "python" }]'],
        ['PDM', '[tool.pdm.build]\npackage-dir = "python"'],
        ['uv', '[tool.uv.build-backend]\nmodule-root = "python"'],
        ['maturin', '[tool.maturin]\npython-source = "python"'],
        ['hatch', '[tool.hatch.build.targets.wheel]\npackages = ["python/acme"]'],
        ['hatch, by its sources', '[tool.hatch.build.targets.wheel]\nsources = ["python"]'],
      ] as const
    ).map(([name, table]): Row => [
      `a root that a manifest names: ${name}`,
      {
        'pyproject.toml': project(table),
        'python/__init__.py': '',
        'python/acme/__init__.py': '',
        'python/acme/tools/__init__.py': '',
        'python/acme/tools/server.py': python('from acme.lib import run'),
        'python/acme/lib.py': PYTHON_RUN,
      },
      'python/acme/lib.py',
    ]),
    ...(
      [
        ['setup.cfg', '[options]\npackage_dir =\n    acme = code\n'],
        [
          'setup.py',
          'from setuptools import setup\nsetup(\n    name="x",\n    package_dir={\n        "acme": "code",\n    },\n)\n',
        ],
      ] as const
    ).map(([file, text]): Row => [
      `a package under another name: ${file}`,
      {
        [file]: text,
        'code/__init__.py': '',
        'code/server.py': python('from acme.lib import run'),
        'code/lib.py': PYTHON_RUN,
      },
      'code/lib.py',
    ]),
    [
      'the project that a module belongs to, of several with packages of one name',
      {
        'one/pyproject.toml': project(),
        'one/src/tools/__init__.py': 'def run(host):\n    pass\n',
        'two/pyproject.toml': project(),
        'two/src/tools/__init__.py': PYTHON_RUN,
        'two/src/app/server.py': python('from tools import run'),
      },
      'two/src/tools/__init__.py',
    ],
  ]);
});

describe('modules of a Python package without a file of their own', () => {
  reaches([
    [
      'by a member',
      {
        'acme/server.py': python('from acme import tools', 'tools.lib.run(host)'),
        'acme/tools/lib.py': PYTHON_RUN,
        'pyproject.toml': project(),
      },
      'acme/tools/lib.py',
    ],
    [
      'by a relative name',
      {
        'acme/server.py': python('from .tools import lib', 'lib.run(host)'),
        'acme/tools/lib.py': PYTHON_RUN,
        'pyproject.toml': project(),
      },
      'acme/tools/lib.py',
    ],
    [
      'by an absolute name',
      {
        'src/acme/server.py': python('import acme.tools.lib as lib', 'lib.run(host)'),
        'src/acme/tools/lib.py': PYTHON_RUN,
        'pyproject.toml': project(),
      },
      'src/acme/tools/lib.py',
    ],
  ]);

  it.each([
    ['of Python itself', 'json', ''],
    ['that a manifest requires', 'requests', 'dependencies = ["requests"]'],
  ])('leaves a library to others: one %s', async (_name, library, dependencies) => {
    const files = {
      'pyproject.toml': project(dependencies),
      'server.py': python(`import ${library}`, `${library}.lib.run(host)`),
      [`${library}/lib.py`]: PYTHON_RUN,
    };
    expect(await foundIn(files)).toEqual([]);
  });
});

describe('names of a Python module', () => {
  const shared = (text: string, lib = PYTHON_RUN): Texts => ({
    'acme/__init__.py': text,
    'acme/lib.py': lib,
    'server.py': python('from acme import run'),
  });
  reaches([
    [
      'listed in `__all__`',
      shared('from .lib import *\n', `__all__ = ["run"]\n${PYTHON_RUN}`),
      'acme/lib.py',
    ],
    [
      'bound under a condition',
      shared(
        'from .lib import *\n',
        'import os\nif os.name == "nt":\n    def run(host):\n        pass\nelse:\n    def run(host):\n        os.system("ping " + host)\n',
      ),
      'acme/lib.py',
    ],
    [
      'bound by an import that may fail',
      shared(
        'from .lib import *\n',
        'import os\ntry:\n    import fast\nexcept ImportError:\n    def run(host):\n        os.system("ping " + host)\n',
      ),
      'acme/lib.py',
    ],
    [
      'found by the function for missing names',
      shared('def __getattr__(name):\n    from . import lib\n    return getattr(lib, name)\n'),
      'acme/lib.py',
    ],
    [
      'loaded late, by a library',
      shared(
        'import lazy_loader as lazy\n\n__getattr__, __dir__, __all__ = lazy.attach(__name__, submod_attrs={"lib": ["run"]})\n',
      ),
      'acme/lib.py',
    ],
    [
      'of a module that is loaded by a relative name',
      shared('import importlib\n\nrun = importlib.import_module(".lib", __package__).run\n'),
      'acme/lib.py',
    ],
    [
      'of a module that is loaded by a name from that of its package',
      shared('import importlib\n\nrun = importlib.import_module(f"{__name__}.lib").run\n'),
      'acme/lib.py',
    ],
  ]);
});

const SCRIPT_RUN =
  "import { exec } from 'node:child_process';\nexport function run(host) { exec('ping ' + host); }\n";
const importing = (module: string): string => script('run(host);', `import { run } from '${module}';`);
const PACKAGE = '{ "name": "x", "version": "1.0.0", "type": "module", "main": "src/index.js" }';

describe('modules of a script package, by what its manifests and configurations say', () => {
  reaches([
    [
      'paths of a configuration that another one extends',
      {
        'package.json': PACKAGE,
        'config/base.json': '{ "compilerOptions": { "paths": { "shell": ["../code/shell.ts"] } } }',
        'config/tsconfig.json': '{ "extends": "./base.json" }',
        'tsconfig.json': '{ "extends": "./config" }',
        'src/index.ts': importing('shell'),
        'code/shell.ts': SCRIPT_RUN,
      },
      'code/shell.ts',
    ],
    [
      'root folders that are one',
      {
        'package.json': PACKAGE,
        'tsconfig.json': '{ "compilerOptions": { "rootDirs": ["src", "generated"] } }',
        'src/index.ts': importing('./shell.js'),
        'generated/shell.ts': SCRIPT_RUN,
      },
      'generated/shell.ts',
    ],
    [
      'an import map',
      {
        'package.json': PACKAGE,
        'deno.json': '{ "imports": { "lib/": "./code/" } }',
        'src/index.ts': importing('lib/shell.ts'),
        'code/shell.ts': SCRIPT_RUN,
      },
      'code/shell.ts',
    ],
    [
      'a dependency that is a folder',
      {
        'package.json':
          '{ "name": "x", "version": "1.0.0", "main": "src/index.js", "dependencies": { "shell": "file:./code" } }',
        'src/index.js': importing('shell'),
        'code/index.js': SCRIPT_RUN,
      },
      'code/index.js',
    ],
    [
      'a relative path of what is compiled',
      {
        'package.json': PACKAGE,
        'src/index.js': importing('../dist/shell.js'),
        'src/shell.ts': SCRIPT_RUN,
      },
      'src/shell.ts',
    ],
    [
      'a path with a query',
      {
        'package.json': PACKAGE,
        'src/index.js': importing('./shell.js?once'),
        'src/shell.js': SCRIPT_RUN,
      },
      'src/shell.js',
    ],
    [
      'exports of a workspace, under a condition',
      {
        'package.json': '{ "name": "x", "private": true, "workspaces": ["packages/*"] }',
        'packages/app/package.json': PACKAGE,
        'packages/app/src/index.ts': importing('@x/shell/run'),
        'packages/shell/package.json':
          '{ "name": "@x/shell", "exports": { "./run": { "import": "./dist/esm/run.js" } } }',
        'packages/shell/src/run.ts': SCRIPT_RUN,
      },
      'packages/shell/src/run.ts',
    ],
  ]);
});

const GO_RUN = (name: string): string =>
  `package ${name}\n\nimport "os/exec"\n\nfunc Run(host string) { exec.Command("sh", "-c", "ping "+host).Run() }\n`;
const go = (imports: string, call: string): string =>
  [
    'package main',
    'import (',
    '\t"context"',
    '\t"github.com/mark3labs/mcp-go/mcp"',
    '\t"github.com/mark3labs/mcp-go/server"',
    `\t${imports}`,
    ')',
    'func main() {',
    '\ts := server.NewMCPServer("x", "1")',
    '\ttool := mcp.NewTool("lookup", mcp.WithDescription("Looks a host up."), mcp.WithString("host"))',
    '\ts.AddTool(tool, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
    '\t\thost, _ := request.RequireString("host")',
    `\t\t${call}(host)`,
    '\t\treturn nil, nil',
    '\t})',
    '\tserver.ServeStdio(s)',
    '}',
    '',
  ].join('\n');
const GO_MOD = 'module example.com/acme\n\ngo 1.25\n\nrequire github.com/mark3labs/mcp-go v0.41.0\n';

describe('packages of a Go project', () => {
  reaches([
    [
      'a module that another one replaces by a folder',
      {
        'go.mod': `${GO_MOD}\nreplace example.com/other => ./code\n`,
        'main.go': go('"example.com/other/shell"', 'shell.Run'),
        'code/shell/shell.go': GO_RUN('shell'),
      },
      'code/shell/shell.go',
    ],
    [
      'a module that a workspace replaces by a folder',
      {
        'go.work': 'go 1.25\n\nuse ./app\n\nreplace (\n\texample.com/other v1.0.0 => ./code\n)\n',
        'app/go.mod': GO_MOD,
        'app/main.go': go('"example.com/other/shell"', 'shell.Run'),
        'code/shell/shell.go': GO_RUN('shell'),
      },
      'code/shell/shell.go',
    ],
    [
      'a package with another name than its folder',
      {
        'go.mod': GO_MOD,
        'main.go': go('"example.com/acme/go-shell.v2"', 'shell.Run'),
        'go-shell.v2/shell.go': GO_RUN('shell'),
      },
      'go-shell.v2/shell.go',
    ],
    [
      'a project without a manifest',
      {
        'main.go': go('"example.com/acme/internal/shell"', 'shell.Run'),
        'internal/shell/shell.go': GO_RUN('shell'),
      },
      'internal/shell/shell.go',
    ],
    [
      'a folder that has a program beside its package',
      {
        'go.mod': GO_MOD,
        'main.go': go('"example.com/acme/shell"', 'shell.Run'),
        'shell/generate.go': '//go:build ignore\n\npackage main\n\nfunc main() {}\n',
        'shell/shell.go': GO_RUN('shell'),
      },
      'shell/shell.go',
    ],
  ]);
});
