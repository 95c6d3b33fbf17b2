import { PythonTokens, valueOf, type Token } from './python-tokens.js';

/** The names under which a text imports modules. */
export interface ImportedNames {
  /** Names of modules, with the dots of relative ones: `a.b`, `..a`. What is imported from a module may be one in it. */
  readonly names: ReadonlySet<string>;
  /** The modules of which everything is imported. */
  readonly stars: ReadonlySet<string>;
}

/** Functions that import or find the module which a string names. */
const LOADERS = new Set([
  '__import__',
  'find_loader',
  'find_spec',
  'import_module',
  'import_string',
  'locate',
  'resolve_name',
  'run_module',
]);
/** A module in a string, without what is called in it: `tests.server:app`. */
const IN_STRING = /^[.\w\u0080-\uffff]+(?=$|:)/;
/** Code within strings within strings is read so far. */
const MAX_NESTED = 3;

/** A module within another: `a.b`, `.b` and `..b`. */
const within = (module: string, name: string): string =>
  module.endsWith('.') ? `${module}${name}` : `${module}.${name.replace(/^\.+/, '')}`;

/** Reads the imports of a text, token by token. */
class ImportReading {
  private readonly tokens: PythonTokens;
  private token: Token | undefined;
  /** The modules that strings name. */
  private readonly named = new Set<string>();
  private loads = false;

  constructor(
    text: string,
    /** How deep within strings it is. */
    private readonly depth: number,
    private begins: boolean,
    private readonly found: { readonly names: Set<string>; readonly stars: Set<string> },
  ) {
    this.tokens = new PythonTokens(text);
  }

  read(): void {
    // In a program, `import` is a keyword in any place; in another text it is one where a statement begins.
    this.advance();
    while (this.token !== undefined) {
      const { kind, text } = this.token;
      const isStatement = kind === 'name' && (this.begins || this.depth === 0);
      this.begins = kind === 'end' || (kind === 'mark' && /[;:]/.test(text));
      if (isStatement && text === 'from') this.fromStatement();
      else if (isStatement && text === 'import') this.importStatement();
      else if (kind === 'name' && LOADERS.has(text)) this.call();
      else this.advance();
    }
    // A loader may get any of them from a list.
    if (this.loads) for (const name of this.named) this.found.names.add(name);
  }

  private advance(): void {
    this.token = this.tokens.next();
    if (this.token?.kind !== 'string') return;
    const { text } = this.token;
    if (text.includes('.') && IN_STRING.test(text)) this.named.add(IN_STRING.exec(text)?.[0] ?? '');
    // Strings may be code: `exec("import tests.helper")`.
    if (this.depth < MAX_NESTED && text.includes('import'))
      new ImportReading(valueOf(this.token), this.depth + 1, this.token.isFirst === true, this.found).read();
  }

  private is(kind: Token['kind'], text: string): boolean {
    return this.token?.kind === kind && this.token.text === text;
  }

  /** The name of a module, whose parts and dots may have blanks between them. */
  private moduleName(): string {
    let name = '';
    let isPart = false;
    while (this.token !== undefined) {
      const { kind, text } = this.token;
      const isDot = kind === 'mark' && text === '.';
      if (!isDot && (kind !== 'name' || isPart || text === 'import')) break;
      isPart = !isDot;
      name += text;
      this.advance();
    }
    return name;
  }

  /** The names in a statement, separated by commas, also over several lines in brackets. */
  private *listed(): Generator<string> {
    const isInBrackets = this.is('mark', '(');
    if (isInBrackets) this.advance();
    while (this.token !== undefined) {
      if (isInBrackets && this.token.kind === 'end') {
        this.advance();
        continue;
      }
      const isStar = this.is('mark', '*');
      if (isStar) this.advance();
      const name = isStar ? '*' : this.moduleName();
      if (name === '') return;
      yield name;
      this.passLines(isInBrackets);
      if (this.is('name', 'as')) {
        this.advance();
        this.passLines(isInBrackets);
        this.advance();
        this.passLines(isInBrackets);
      }
      if (!this.is('mark', ',')) return;
      this.advance();
    }
  }

  private passLines(isInBrackets: boolean): void {
    while (isInBrackets && this.token?.kind === 'end') this.advance();
  }

  /** Whether a statement ends here, as one does in code, unlike in a sentence: `import data and run`. */
  private endsStatement(): boolean {
    if (this.is('mark', ')')) this.advance();
    return this.depth === 0 || this.token === undefined || this.token.kind === 'end' || this.is('mark', ';');
  }

  private importStatement(): void {
    this.advance();
    const names = [...this.listed()];
    if (this.endsStatement()) for (const name of names) this.found.names.add(name);
  }

  private fromStatement(): void {
    this.advance();
    const module = this.moduleName();
    // `raise error from other`, `yield from parts`.
    if (module === '' || !this.is('name', 'import')) return;
    this.advance();
    const names = [...this.listed()];
    if (!this.endsStatement()) return;
    this.found.names.add(module);
    for (const name of names)
      if (name === '*') this.found.stars.add(module);
      else this.found.names.add(within(module, name));
  }

  /** The strings among the arguments of a call, those that are put together as one. */
  private strings(): string[] {
    const strings: string[] = [];
    let [depth, isOpen] = [0, false];
    do {
      const { kind, text, isWhole } = this.token ?? { kind: 'end', text: '' };
      if (kind === 'mark' && '([{'.includes(text)) depth += 1;
      if (kind === 'mark' && ')]}'.includes(text)) depth -= 1;
      if (kind === 'string' && this.token !== undefined && isWhole === true) {
        const value = valueOf(this.token);
        strings.push(isOpen ? `${strings.pop() ?? ''}${value}` : value);
        isOpen = true;
      } else if (kind !== 'end' && text !== '+') isOpen = false;
      this.advance();
    } while (depth > 0 && this.token !== undefined);
    return strings;
  }

  /** `import_module(".a", "b")`, `__import__("a", fromlist=["b"])`. */
  private call(): void {
    this.loads = true;
    this.advance();
    if (!this.is('mark', '(')) return;
    const [first, ...others] = this.strings().flatMap((text) => IN_STRING.exec(text)?.[0] ?? []);
    if (first === undefined) return;
    this.found.names.add(first);
    for (const other of others) {
      this.found.names.add(other);
      this.found.names.add(within(first, other));
      this.found.names.add(within(other, first));
    }
  }
}

/** Reads the names of the modules that the code of a text imports, whatever the form of its statements. */
export function importedNames(text: string): ImportedNames {
  const found = { names: new Set<string>(), stars: new Set<string>() };
  new ImportReading(text, 0, true, found).read();
  return found;
}

/** Words of statements that list names for `__all__`. */
const OF_LISTS = new Set(['__all__', 'list', 'tuple', 'str', 'append', 'extend']);

/**
 * The names that `from package import *` imports, by the text of the package's `__init__.py`: those in `__all__`, which may be
 * modules. Undefined when they are computed.
 */
export function listedInAll(text: string): readonly string[] | undefined {
  if (!text.includes('__all__')) return [];
  const names: string[] = [];
  for (const statement of statementsIn(text)) {
    const listed = statement.some((token) => token.text === '__all__') ? namesIn(statement) : [];
    if (listed === undefined) return undefined;
    names.push(...listed);
  }
  return names;
}

/** The tokens of each statement. */
function* statementsIn(text: string): Generator<readonly Token[]> {
  const tokens = new PythonTokens(text);
  let [statement, depth]: [Token[], number] = [[], 0];
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (token.kind === 'mark' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'mark' && ')]}'.includes(token.text)) depth = Math.max(0, depth - 1);
    const isBetween = token.kind === 'end' || (token.kind === 'mark' && token.text === ';');
    if (!isBetween) statement.push(token);
    else if (depth === 0) {
      yield statement;
      statement = [];
    }
  }
  yield statement;
}

/** The names in a statement with `__all__`, if it consists of lists of strings, and `__all__` of other modules. */
function namesIn(statement: readonly Token[]): string[] | undefined {
  const names: string[] = [];
  for (const [index, token] of statement.entries()) {
    const { kind, text, isWhole } = token;
    const after = statement[index + 1];
    if (kind === 'name') {
      const isOfModule = after?.text === '.' && statement[index + 2]?.text === '__all__';
      if (!isOfModule && !OF_LISTS.has(text)) return undefined;
    } else if (kind === 'mark' && !'[](),=+:.'.includes(text)) return undefined;
    else if (kind === 'string') {
      if (isWhole !== true || after?.kind === 'string' || after?.text === '+') return undefined;
      names.push(valueOf(token));
    }
  }
  return names;
}
