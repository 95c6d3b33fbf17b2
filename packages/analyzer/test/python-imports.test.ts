import { describe, expect, it } from '@jest/globals';
import { importedNames, listedInAll } from '../src/languages/python/imported-names.js';
import { expectRuns, foundIn, PYTHON, PYTHON_EVIL } from './support/code-that-runs.js';
import { growth, IN_PROPORTION, repeated } from './support/growth.js';
import { pythonServer } from './support/tool-bodies.js';

/** Ways to write `from MODULE import NAME`, and what is between its words. */
const STATEMENTS: readonly string[] = [
  'import~MODULE.NAME',
  'import~MODULE . NAME',
  'import~MODULE.NAME~as~other',
  'import~os,MODULE.NAME',
  'import~os~as~system,~MODULE.NAME~as~other',
  'from~MODULE~import~NAME',
  'from~MODULE~import~NAME~as~other',
  'from~MODULE~import(NAME)',
  'from~MODULE~import~(\n  NAME,\n)',
  'from~MODULE~import~(  # (\n\n  # )\n  other as another\n  ,\n  NAME as\n  third)',
  'from~MODULE~import~other,NAME',
  'from~MODULE~.~NAME~import~x',
  'from~MODULE.NAME~import~*',
  'from~MODULE.NAME~import*',
  'import~MODULE.NAME;x = 1',
];
/** What may be between two words of a statement. */
const BLANKS: readonly string[] = [' ', '\t', '  ', ' \\\n ', '\\\n', '\\\r\n', ' \f', '\\\r'];
/** What may be before a statement on its line, or on those before it. */
const BEFORE: readonly string[] = [
  '',
  '\f',
  'x = 1; ',
  'x = 1 ;',
  'if True: ',
  'if True:\n  pass\nelse: ',
  'try: ',
  'with x: ',
  'class X: ',
  'def x(): ',
  'for x in y: pass\nelse:\t',
  'x: int = 3;',
  '# comment\r',
  "x = '#'; ",
  "x = '\\'#'; ",
  "x = r'\\\\'; ",
  'x = """\n"#\'"""; ',
  "x = '''\\''''; ",
  'x = f"{y!r:>{width}} #"; ',
  'x = f"{"#"}"; ',
  "x = f'{y['#']}'; ",
  'x = f"{{#"; ',
  'x = f"{y:#x}"; ',
  "x = f'''{\n  y  # '''\n}'''; ",
  'x = f"\\N{NUMBER SIGN}{y}"; ',
  "x = rf'\\{y}\\'#'; ",
  "x = f'{y:{f'{z}'}}'; ",
  'x = t\'{"#"}\'; ',
  'x = b\'#\' b"#"; ',
  "x = 'a\\\n#'; ",
  'x = "\\\r\n#"; ',
  'x = {1: [2, (3)]}; ',
  '1if y else"#"; ',
];

const nameOf = (text: string): ReadonlySet<string> => importedNames(text).names;

describe('an import of Python', () => {
  const statements = STATEMENTS.flatMap((statement) =>
    BLANKS.map((blank) => {
      // Within brackets a line needs no continuation, and a blank may be none beside a dot.
      const written = statement.replaceAll('~', () => blank);
      return written.replaceAll('MODULE', 'tests').replaceAll('NAME', 'evil');
    }),
  );

  it.each(BEFORE)('is found behind %j, in any form', (before) => {
    const missed = statements.filter((statement) => !nameOf(`${before}${statement}\n`).has('tests.evil'));
    expect(missed).toEqual([]);
  });

  it.each(['\n', '\r', '\r\n'])('is found with lines that end in %j', (end) => {
    const missed = statements.filter(
      (statement) =>
        !nameOf(`x = 1\n${statement}\ny = 2\n`.replaceAll(/\r\n|[\r\n]/g, end)).has('tests.evil'),
    );
    expect(missed).toEqual([]);
  });

  it.each([
    ['.', '.evil'],
    ['..', '..evil'],
    ['...a', '...a.evil'],
    ['. . a', '..a.evil'],
    ['.\\\n.a', '..a.evil'],
  ])('is relative to %j', (module, name) => {
    expect(nameOf(`from ${module} import evil`)).toContain(name);
    expect(nameOf(`from${module} import(evil)`)).toContain(name);
  });

  it.each([
    '# import tests.evil',
    'x = 1 # \\\nfrom a import b',
    'x = "see import tests.evil"',
    'x = """\nHow to import tests.evil\n"""',
    "x = f'{y} import tests.evil'",
    'raise x from tests.evil',
    'yield from tests.evil',
    'imports = from_ = important = tests.evil',
    'x = r"\\" # import tests.evil"',
  ])('is none in %j', (text) => {
    expect(nameOf(text)).not.toContain('tests.evil');
  });

  it.each([
    '__import__("tests.evil")',
    '__import__("tests", fromlist=["evil"])',
    "__import__('tests', globals(), locals(), ['other', 'evil'])",
    '__import__ (  # (\n  name = r"tests" ".evil")',
    'importlib.import_module("tests" + ".evil")',
    'import_module(".evil", "tests")',
    'import_module(package="tests", name=".evil")',
    'pydoc.locate("tests.evil")',
    'pkgutil.resolve_name("tests.evil:run")',
    'for name in ["tests.evil"]: import_module(name)',
    'exec("import tests.evil")',
    'exec("x = 1\\nfrom tests import (\\n evil)")',
    'exec(\'exec("import tests.evil")\')',
    'exec(f"""\nimport tests.evil\n{x}""")',
    'eval("__import__(\'tests.evil\')")',
  ])('is done by a call: %s', (text) => {
    expect(nameOf(text)).toContain('tests.evil');
  });

  it('is read in time that grows with the text alone', () => {
    for (const piece of [
      'import a,',
      'from a import (',
      'f"{',
      "f'{x:",
      '"import a" ',
      '(',
      "__import__('a',",
      '\\\n',
    ])
      expect(
        growth((much) => {
          importedNames(repeated(piece, much));
        }, 20_000),
      ).toBeLessThan(IN_PROPORTION);
  });
});

describe('a list of what a package exports', () => {
  it.each<[string, readonly string[] | undefined]>([
    ['__all__ = ["a", \'b\',]', ['a', 'b']],
    ['__all__: list[str] = [\n  "a",  # one\n  "b",\n]', ['a', 'b']],
    ['__all__ = ("a",)\n__all__ += other.__all__ + ["b"]', ['a', 'b']],
    ['__all__ = []; __all__.append("a"); __all__.extend(["b"])', ['a', 'b']],
    ['x = ["a"]', []],
    ['__all__ = ["e" "vil"]', undefined],
    ['__all__ = ["e" + "vil"]', undefined],
    ['__all__ = NAMES', undefined],
    ['__all__ = [name for name in names()]', undefined],
    ['globals()["__all__"] = ["a"]', undefined],
  ])('%j', (text, names) => {
    expect(listedInAll(text)).toEqual(names);
  });
});

describe('what a Python file imports is product code, whatever its folder', () => {
  const run = (importer: Record<string, string>, path = 'tests/evil.py') =>
    expectRuns(
      { 'server.py': PYTHON, [path]: PYTHON_EVIL, ...importer },
      { 'server.py': PYTHON, [path]: PYTHON_EVIL },
      path,
    );

  it.each([
    'from tests import (\n  evil,\n)',
    'from tests import( # c\n evil)',
    'x=1; import tests.evil',
    'try: from tests import evil\nexcept ImportError: pass',
    'from tests \\\n import evil',
    '\fimport tests.evil',
    'from tests . evil import x',
    '__import__("tests", fromlist=["evil"])',
  ])('%j', async (code) => {
    await run({ 'server.py': pythonServer('pass', code) });
  });

  it('with lines that end in a carriage return', async () => {
    await run({ 'server.py': pythonServer('pass', '\rfrom tests import evil\r') });
  });

  it('by setup.py', async () => {
    await run({
      'setup.py': 'from setuptools import setup\nfrom tests import (\n  evil,\n)\nsetup(name="x")\n',
    });
  });

  it('by a package', async () => {
    const code = pythonServer('pass', 'import pkg');
    await run(
      { 'server.py': code, 'pkg/__init__.py': 'from .examples import (\n evil\n)\n' },
      'pkg/examples/evil.py',
    );
  });

  it.each(['__all__ = ["evil"]\n', '__all__ = [n for n in ("ev" + "il",)]\n'])(
    'by a star and %j',
    async (list) => {
      await run({ 'server.py': pythonServer('pass', 'from tests import *'), 'tests/__init__.py': list });
    },
  );

  it('as a package around a module that it imports', async () => {
    const code = pythonServer('pass', 'import tests.inner.helper');
    const files = { 'tests/inner/__init__.py': '', 'tests/inner/helper.py': 'x = 1\n' };
    await run({ 'server.py': code, ...files }, 'tests/__init__.py');
  });

  it('as a package beside a module of the same name', async () => {
    await run(
      { 'server.py': pythonServer('pass', 'import tests.evil'), 'tests/evil.py': 'x = 1\n' },
      'tests/evil/__init__.py',
    );
  });

  it('but not what a docstring mentions', async () => {
    const code = pythonServer('pass', 'x = """Run the tests: import tests.evil to see them."""');
    expect(await foundIn({ 'server.py': code, 'tests/evil.py': PYTHON_EVIL })).toEqual([]);
  });
});
