import type { DeclaredDependency, DependencyList, Manifest } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { defined } from '../../../packages/values.js';
import { Markers } from './markers.js';
import { declaredOfTexts, invalidIn, type RequiredIn } from './python-facts.js';

interface Value {
  readonly line: number;
  readonly text: string;
}

/** The values of an INI file by section and key, with NUL between them: those on the key's line, and those on the indented lines after it. */
export function readIni(text: string): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  let section = '';
  let values: Value[] = [];
  for (const [at, raw] of text.split(/\r\n|\n|\r/u).entries()) {
    const content = raw.trim();
    if (content === '' || /^[#;]/.test(content)) continue;
    if (/^\s/.test(raw)) {
      values.push({ line: at + 1, text: content });
      continue;
    }
    const header = /^\[([^\]]*)\]/.exec(content)?.[1];
    if (header !== undefined) {
      section = header.trim();
      values = [];
      continue;
    }
    const separator = content.search(/[=:]/);
    const key = (separator === -1 ? content : content.slice(0, separator))
      .trim()
      .toLowerCase()
      .replaceAll('-', '_');
    const value = separator === -1 ? '' : content.slice(separator + 1).trim();
    values = value === '' ? [] : [{ line: at + 1, text: value }];
    found.set(`${section}\0${key}`, values);
  }
  return found;
}

/** `file: requirements.txt, more.txt`. */
const FILES = /^file\s*:(.*)$/su;

const isListed = ({ text }: Value): boolean => FILES.test(text);

const requirements = (values: readonly Value[], where: RequiredIn): DeclaredDependency[] =>
  values
    .filter((value) => !isListed(value))
    .flatMap(({ line, text }) => {
      const [requirement = ''] = text.split(/\s#/, 1);
      return declaredOfTexts([requirement], where, () => line);
    });

/** The files that values name instead of requirements. */
const filesIn = (values: readonly Value[], kind: DependencyList['kind']): DependencyList[] =>
  values.flatMap(({ text }) =>
    (FILES.exec(text)?.[1] ?? '')
      .split(',')
      .map((file) => file.trim())
      .filter((file) => file !== '')
      .map((file) => ({ file, kind })),
  );

/** The setuptools manifest before `pyproject.toml`: `setup.cfg`. */
export function readSetupCfg({ path, text }: PackagingFile): Manifest {
  const values = readIni(text);
  const of = (section: string, key: string): readonly Value[] => values.get(`${section}\0${key}`) ?? [];
  const one = (key: string): string | undefined => of('metadata', key)[0]?.text;
  const extras = [...values].filter(([key]) => key.startsWith('options.extras_require\0'));
  const scripts = new Map(
    [...of('options.entry_points', 'console_scripts'), ...of('options.entry_points', 'gui_scripts')].flatMap(
      ({ text: script }) => {
        const [name = '', target] = script.split('=', 2);
        return target === undefined ? [] : [[name.trim(), target.trim()] as const];
      },
    ),
  );
  const loaded = [...values].flatMap(([key, entries]) =>
    key.startsWith('options.entry_points\0') && !/\0(?:console|gui)_scripts$/.test(key)
      ? entries.flatMap(({ text: entry }) => entry.split('=', 2)[1]?.trim() ?? [])
      : [],
  );
  const required = of('options', 'install_requires');
  checkCount(required.length + extras.reduce((sum, [, extra]) => sum + extra.length, 0));
  const markers = new Markers(of('options', 'python_requires')[0]?.text);
  const dependencies = [
    ...requirements(required, { kind: 'runtime', manifest: path, markers }),
    ...extras.flatMap(([, extra]) => requirements(extra, { kind: 'optional', manifest: path, markers })),
  ];
  const lists = [
    ...filesIn(required, 'runtime'),
    ...extras.flatMap(([, extra]) => filesIn(extra, 'optional')),
  ];
  const texts = required.filter((value) => !isListed(value)).map(({ text }) => text.split(/\s#/, 1)[0] ?? '');
  return {
    path,
    ecosystem: 'PyPI',
    ...defined('name', one('name')),
    ...defined('version', one('version')),
    ...defined('description', one('description')),
    ...defined('license', one('license')),
    ...defined('repository', one('url')),
    dependencies,
    ...(lists.length > 0 && { lists }),
    ...defined('unlisted', invalidIn(texts, 'the dependencies')),
    installScripts: [],
    scripts,
    entrypoints: [...new Set(scripts.values())],
    commands: [...scripts.keys()],
    loaded,
  };
}
