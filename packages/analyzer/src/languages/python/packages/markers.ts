import { satisfies, valid } from '@renovatebot/pep440';

/** A marker that compares two operands, at least one of which is a variable of the environment. */
interface Atom {
  readonly variable: string;
  readonly operator: string;
  readonly literal: string;
  /** The literal is the left operand: `"win" in sys_platform`. */
  readonly isReversed: boolean;
}

type Marker =
  | { readonly kind: 'atom'; readonly index: number }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Marker[] };

/** Whether a marker holds in some environment, as far as that can be decided. */
export type Applicability = 'never' | 'possible';

/** Values of variables that belong together, as a row for each environment. */
interface Dimension {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const TOKEN = /\s*(?:(<=|>=|===|==|!=|~=|<|>|\(|\))|([A-Za-z_.]+)|"([^"]*)"|'([^']*)')/y;
const MAX_ATOMS = 24;
const MAX_DEPTH = 20;
/** Beyond these, a marker counts as one that may hold. */
const MAX_ENVIRONMENTS = 4000;
const MAX_WORK = 4_000_000;
/** How much longer it takes to compare versions than to look up a result. */
const COST_OF_COMPARISON = 20;
/** More than any project has; further ones count as such that may hold. */
const MAX_MARKERS = 3000;

/** The old names of variables in markers. */
const RENAMED: Readonly<Record<string, string>> = {
  'os.name': 'os_name',
  'sys.platform': 'sys_platform',
  'platform.version': 'platform_version',
  'platform.machine': 'platform_machine',
  'platform.python_implementation': 'platform_python_implementation',
  python_implementation: 'platform_python_implementation',
};

/** The systems that Python runs on: `os.name`, `sys.platform`, `platform.system()`. */
const PLATFORMS: Dimension = {
  variables: ['os_name', 'sys_platform', 'platform_system'],
  rows: [
    ['posix', 'linux', 'Linux'],
    ['posix', 'darwin', 'Darwin'],
    ['nt', 'win32', 'Windows'],
    ['posix', 'cygwin', 'CYGWIN_NT'],
    ['posix', 'android', 'Android'],
    ['posix', 'ios', 'iOS'],
    ['posix', 'emscripten', 'Emscripten'],
    ['posix', 'wasi', 'WASI'],
    ['posix', 'aix', 'AIX'],
    ['posix', 'sunos5', 'SunOS'],
    ...['freebsd13', 'freebsd14', 'freebsd15'].map((name) => ['posix', name, 'FreeBSD']),
    ['posix', 'openbsd7', 'OpenBSD'],
    ['posix', 'netbsd10', 'NetBSD'],
    ['java', 'java', 'Java'],
  ],
};
const IMPLEMENTATIONS: Dimension = {
  variables: ['implementation_name', 'platform_python_implementation'],
  rows: [
    ['cpython', 'CPython'],
    ['pypy', 'PyPy'],
    ['graalpy', 'GraalVM'],
    ['jython', 'Jython'],
    ['ironpython', 'IronPython'],
  ],
};
const PYTHON = ['python_version', 'python_full_version', 'implementation_version'];
/** Versions of Python 3, present and to come. */
const MINORS = Array.from({ length: 31 }, (_, minor) => `3.${minor}`);
/** Any other value of a variable whose values cannot be listed. */
const OTHER = '\0';

/** A parsed marker. */
interface Parsed {
  readonly marker: Marker;
  readonly atoms: readonly Atom[];
}

/** Parses a marker; undefined if it is invalid or too large. */
class MarkerParser {
  private readonly atoms: Atom[] = [];
  private readonly tokens: readonly {
    readonly mark?: string;
    readonly word?: string;
    readonly text?: string;
  }[];
  private at = 0;

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  parse(): Parsed | undefined {
    const marker = this.either(0);
    return marker === undefined || this.at < this.tokens.length ? undefined : { marker, atoms: this.atoms };
  }

  private either(depth: number): Marker | undefined {
    return this.joined('or', () => this.joined('and', () => this.operand(depth)));
  }

  private joined(word: 'and' | 'or', next: () => Marker | undefined): Marker | undefined {
    const operands: Marker[] = [];
    do {
      const operand = next();
      if (operand === undefined) return undefined;
      operands.push(operand);
    } while (this.takesWord(word));
    const [only] = operands;
    return operands.length === 1 ? only : { kind: word, operands };
  }

  private operand(depth: number): Marker | undefined {
    if (this.tokens[this.at]?.mark !== '(') return this.atom();
    if (depth > MAX_DEPTH) return undefined;
    this.at += 1;
    const inner = this.either(depth + 1);
    if (this.tokens[this.at]?.mark !== ')') return undefined;
    this.at += 1;
    return inner;
  }

  private atom(): Marker | undefined {
    const left = this.tokens[this.at];
    const operator = this.operatorAt(this.at + 1);
    if (left === undefined || operator === undefined || this.atoms.length >= MAX_ATOMS) return undefined;
    const right = this.tokens[this.at + 1 + operator.length];
    this.at += 2 + operator.length;
    const [variable, literal] = [left.word ?? right?.word, left.text ?? right?.text];
    if (variable === undefined || literal === undefined) return undefined;
    this.atoms.push({
      variable: RENAMED[variable] ?? variable,
      operator: operator.text,
      literal,
      isReversed: left.text !== undefined,
    });
    return { kind: 'atom', index: this.atoms.length - 1 };
  }

  private operatorAt(index: number): { readonly text: string; readonly length: number } | undefined {
    const { mark, word } = this.tokens[index] ?? {};
    if (mark !== undefined) return mark === '(' || mark === ')' ? undefined : { text: mark, length: 1 };
    if (word === 'in') return { text: 'in', length: 1 };
    return word === 'not' && this.tokens[index + 1]?.word === 'in'
      ? { text: 'not in', length: 2 }
      : undefined;
  }

  private takesWord(word: string): boolean {
    if (this.tokens[this.at]?.word !== word) return false;
    this.at += 1;
    return true;
  }
}

/** The tokens of a marker; an invalid one ends the list with a bracket that nothing opens. */
function tokensOf(
  text: string,
): { readonly mark?: string; readonly word?: string; readonly text?: string }[] {
  const found: { mark?: string; word?: string; text?: string }[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (match === null) return [...found, { mark: ')' }];
    const [, mark, word, double, single] = match;
    if (mark !== undefined) found.push({ mark });
    else if (word !== undefined) found.push({ word });
    else found.push({ text: double ?? single ?? '' });
  }
  return found;
}

/** Whether an operator compares versions when both operands are valid ones. */
const ORDERED = new Set(['<', '<=', '>', '>=', '~=', '==', '!=', '===']);

function comparesVersions({ operator, variable, literal }: Atom): boolean {
  return PYTHON.includes(variable) && ORDERED.has(operator) && valid(literal.replace(/\.\*$/u, '')) !== null;
}

/** Whether an atom holds for a value of its variable. */
function holds(atom: Atom, value: string): boolean {
  const { operator, literal, isReversed } = atom;
  if (operator === 'in' || operator === 'not in') {
    const isContained = isReversed ? value.includes(literal) : literal.includes(value);
    return (operator === 'in') === isContained;
  }
  if (comparesVersions(atom) && valid(value) !== null) {
    const turned = isReversed ? (TURNED[operator] ?? operator) : operator;
    return satisfies(value, `${turned}${literal}`, { prereleases: true });
  }
  if (operator === '==' || operator === '===') return value === literal;
  if (operator === '!=') return value !== literal;
  const [left, right] = isReversed ? [literal, value] : [value, literal];
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

/** Operators with their operands exchanged. */
const TURNED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** A version one patch later. */
function nextPatch(version: string): string[] {
  const [, start = '', patch] = /^(\d+\.\d+\.)(\d{1,6})$/u.exec(version) ?? [];
  return patch === undefined ? [] : [`${start}${Number(patch) + 1}`];
}

const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

const pythonRow = (version: string): readonly string[] => [minorOf(version), version, version];

/** Versions of Python, among them all those around which an atom changes. */
function pythonVersions(
  atoms: readonly Atom[],
  usual: readonly string[],
  range: string | undefined,
): Dimension {
  const named = atoms
    .filter(({ variable }) => PYTHON.includes(variable))
    .map(({ literal }) => literal.replace(/\.\*$/u, ''))
    .filter((literal) => /^3\.\d+\.\d+\S*$/u.test(literal) && valid(literal) !== null);
  const possible = [...named, ...named.flatMap(nextPatch)].filter((version) => isAllowed(version, range));
  return { variables: PYTHON, rows: [...new Set([...usual, ...possible])].map(pythonRow) };
}

/** Longer ranges are not written by hand. */
const MAX_RANGE = 200;

function isAllowed(version: string, range: string | undefined): boolean {
  if (range === undefined || range.length > MAX_RANGE) return true;
  try {
    return satisfies(version, range, { prereleases: true });
  } catch {
    return true;
  }
}

/** The dimensions of the environments in which atoms may differ. */
function dimensionsOf(
  atoms: readonly Atom[],
  pythons: (atoms: readonly Atom[]) => Dimension,
): readonly Dimension[] {
  const names = new Set(atoms.map(({ variable }) => variable));
  const uses = ({ variables }: Dimension): boolean => variables.some((name) => names.has(name));
  const known = [PLATFORMS, IMPLEMENTATIONS].filter(uses);
  if (PYTHON.some((name) => names.has(name))) known.push(pythons(atoms));
  const listed = new Set(known.flatMap(({ variables }) => variables));
  const others = [...names]
    .filter((name) => !listed.has(name))
    .map((name): Dimension => {
      const literals = atoms.flatMap(({ variable, literal }) => (variable === name ? [literal] : []));
      // One that is a little higher than each, and one that contains them all.
      const values = [OTHER, ...literals, ...literals.map((each) => each + OTHER), literals.join(' ')];
      return { variables: [name], rows: [...new Set(values)].map((value) => [value]) };
    });
  return [...known, ...others];
}

/** Decides about the markers of a file, with a limit on the work of all of them. */
export class Markers {
  private readonly known = new Map<string, Applicability>();
  private left = MAX_WORK;
  /** Versions of Python that the project supports. */
  private readonly usual: readonly string[];

  /** @param range the versions of Python that the project supports: `>=3.10` */
  constructor(private readonly range?: string) {
    this.usual = MINORS.flatMap((minor) => [`${minor}.0`, `${minor}.99`]).filter((version) =>
      isAllowed(version, range),
    );
  }

  /** Whether a marker holds in some environment. One that is not understood may. */
  applicability(text: string): Applicability {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_MARKERS) return 'possible';
    const found = this.decide(text);
    this.known.set(text, found);
    return found;
  }

  private decide(text: string): Applicability {
    const parsed = new MarkerParser(text).parse();
    if (parsed === undefined) return 'possible';
    const dimensions = dimensionsOf(parsed.atoms, (atoms) => pythonVersions(atoms, this.usual, this.range));
    const count = dimensions.reduce((product, { rows }) => product * rows.length, 1);
    const rows = dimensions.reduce((sum, dimension) => sum + dimension.rows.length, 0);
    const work = (count + rows * COST_OF_COMPARISON) * parsed.atoms.length;
    if (count > MAX_ENVIRONMENTS || work > this.left) return 'possible';
    this.left -= work;
    return hasSolution(parsed, dimensions) ? 'possible' : 'never';
  }
}

/** Whether a marker holds for some combination of rows. */
function hasSolution({ marker, atoms }: Parsed, dimensions: readonly Dimension[]): boolean {
  // For each atom, its dimension and whether it holds in each row of that.
  const truths = atoms.map((atom) => {
    const dimension = dimensions.findIndex(({ variables }) => variables.includes(atom.variable));
    const { variables = [], rows = [] } = dimensions[dimension] ?? {};
    const column = variables.indexOf(atom.variable);
    return { dimension, rows: rows.map((row) => holds(atom, row[column] ?? OTHER)) };
  });
  const chosen = dimensions.map(() => 0);
  const isTrue = (each: Marker): boolean => {
    if (each.kind !== 'atom')
      return each.kind === 'and' ? each.operands.every(isTrue) : each.operands.some(isTrue);
    const { dimension = 0, rows = [] } = truths[each.index] ?? {};
    return rows[chosen[dimension] ?? 0] ?? false;
  };
  if (dimensions.some(({ rows }) => rows.length === 0)) return false;
  for (;;) {
    if (isTrue(marker)) return true;
    let index = 0;
    while (index < chosen.length) {
      chosen[index] = (chosen[index] ?? 0) + 1;
      if ((chosen[index] ?? 0) < (dimensions[index]?.rows.length ?? 0)) break;
      chosen[index] = 0;
      index += 1;
    }
    if (index === chosen.length) return false;
  }
}
