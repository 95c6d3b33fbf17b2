import {
  parse,
  type ParseError,
  type ParseResult,
  type ParserOptions,
  type ParserPlugin,
} from '@babel/parser';
import type { LanguageName, Pattern, Statement } from '../../../ir/program.js';
import { UnreadableSource, type ParsedFile } from '../../parsed-file.js';
import { splitBundle } from '../bundles/split-bundle.js';
import { unwrapModules } from '../bundles/wrapped-modules.js';
import { lowerClass, lowerFunction, lowerParameter, PATTERNS } from './definitions.js';
import { EXPRESSIONS } from './expressions.js';
import { Depth, linesOf, lowererOf, type Lowering } from './lowering.js';
import { STATEMENTS } from './statements.js';
import { typeExpression } from './types.js';
import { partsAround, without } from './without-statements.js';

/** The lowering of one file. */
function createLowering(): Lowering {
  const depth = new Depth();
  const names = new Map<string, string>();
  const lower: Lowering = {
    expression: (node) => {
      depth.enter(node);
      const lines = linesOf(node);
      const lowered = lowererOf(EXPRESSIONS, node)?.(node, lower, lines);
      depth.leave();
      return lowered ?? { kind: 'unknown', parts: [], ...lines };
    },
    statements: (nodes) => {
      const lowered: Statement[] = [];
      for (const node of nodes) {
        depth.enter(node);
        lowered.push(...(lowererOf(STATEMENTS, node)?.(node, lower, linesOf(node)) ?? []));
        depth.leave();
      }
      return lowered;
    },
    pattern: (node) => {
      const lines = linesOf(node);
      return (
        lowererOf<Pattern>(PATTERNS, node)?.(node, lower, lines) ?? {
          kind: 'target',
          expression: lower.expression(node),
          ...lines,
        }
      );
    },
    parameter: (node) => lowerParameter(node, lower),
    type: (node) => {
      if (!node) return undefined;
      depth.enter(node);
      const type = typeExpression(node, lower);
      depth.leave();
      return type;
    },
    function: (node, name) => lowerFunction(node, name, lower),
    class: (node, name) => lowerClass(node, name, lower),
    name: (text) => {
      const existing = names.get(text);
      if (existing === undefined) names.set(text, text);
      return existing ?? text;
    },
  };
  return lower;
}

/** Syntax that engines and compilers have accepted before the parser does without being asked. */
const RECENT: readonly ParserPlugin[] = [
  'decoratorAutoAccessors',
  'deferredImportEvaluation',
  'destructuringPrivate',
  'explicitResourceManagement',
  'sourcePhaseImports',
];

/** The dialects that a file may be written in, likeliest first. */
function dialects(path: string, language: LanguageName): ParserOptions[] {
  const typed: ParserPlugin[] = ['typescript', 'decorators-legacy', ...RECENT];
  const plugins: ParserPlugin[] = ['jsx', 'decorators', ...RECENT];
  // Non-strict scripts may use reserved words of modules as names: `var package = …`.
  if (language === 'javascript')
    return [
      { plugins },
      { plugins, sourceType: 'script' },
      { plugins: ['jsx', 'flow', 'decorators-legacy', ...RECENT] },
    ];
  // Decorators of the standard may follow `export`; those before them decorate parameters too.
  const standard: ParserPlugin[] = ['typescript', 'decorators', ...RECENT];
  const withJsx = (all: ParserPlugin[]): ParserOptions => ({ plugins: [...all, 'jsx'] });
  return path.endsWith('x')
    ? [withJsx(typed), withJsx(standard)]
    : [{ plugins: typed }, withJsx(typed), { plugins: standard }];
}

const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  attachComment: false,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
  createImportExpressions: true,
};

/**
 * Parser errors after which the syntax tree is a guess. After other errors, such as a duplicate declaration or export,
 * a file is read as it is.
 */
const MISREAD = new Set([
  'MissingSemicolon',
  'UnexpectedToken',
  'UnexpectedKeyword',
  'UnexpectedReservedWord',
]);

const misreadIn = ({ errors }: ParseResult): ParseError | undefined =>
  errors?.find(({ reasonCode }) => MISREAD.has(reasonCode));

const lineOf = (error: unknown): number | undefined => {
  const line = (error as { loc?: { line?: unknown } }).loc?.line;
  return typeof line === 'number' ? line : undefined;
};

const described = (error: unknown): string => {
  const line = lineOf(error);
  return line === undefined ? 'syntax error' : `syntax error at line ${line}`;
};

/**
 * The syntax tree of a file, in the first possible dialect that fits. Only parsing: the benchmark compares with it.
 * @throws UnreadableSource when it does not follow the grammar or is nested too deep.
 * @public for bench/
 */
export function parseSyntax(path: string, language: LanguageName, source: string): ParseResult {
  let failure: unknown;
  let guessed: ParseResult | undefined;
  for (const dialect of dialects(path, language)) {
    try {
      const file = parse(source, { ...OPTIONS, ...dialect });
      if (!misreadIn(file)) return file;
      guessed ??= file;
    } catch (error) {
      failure ??= error;
    }
  }
  if (guessed) return guessed;
  // The parser is recursive: source nested too deep overflows the stack.
  if (failure instanceof RangeError) throw new UnreadableSource('nested too deep');
  throw new UnreadableSource(described(failure));
}

/** Statements with syntax errors that are left out of a file, and the length of the source that is parsed again for them. */
const MAX_LEFT_OUT = 8;
const MAX_PARSED_AGAIN = 4 * 1024 * 1024;

interface Recovered {
  readonly file: ParseResult;
  readonly source: string;
  /** The first error. */
  readonly problem: string;
}

/** A file in the dialect of which the parser reads most, and the error that ends it. */
function furthest(
  path: string,
  language: LanguageName,
  source: string,
): { dialect: ParserOptions; line: number } | undefined {
  let found: { dialect: ParserOptions; line: number } | undefined;
  for (const dialect of dialects(path, language)) {
    const line = attempt(source, dialect);
    if (typeof line === 'number' && (!found || line > found.line)) found = { dialect, line };
  }
  return found;
}

/** A file, or the line of the error that ends it; undefined if there is none. */
function attempt(source: string, dialect: ParserOptions): ParseResult | number | undefined {
  try {
    return parse(source, { ...OPTIONS, ...dialect });
  } catch (error) {
    return error instanceof RangeError ? undefined : lineOf(error);
  }
}

/** The same for a file with errors that end the parser: the statements that they are in are left out. */
function recovered(path: string, language: LanguageName, given: string): Recovered | undefined {
  const first = furthest(path, language, given);
  if (!first) return undefined;
  const { dialect } = first;
  let [source, line, parsed] = [given, first.line, 0];
  for (let count = 0; count < MAX_LEFT_OUT; count += 1) {
    let best: { source: string; line: number } | undefined;
    for (const part of partsAround(source, line)) {
      parsed += source.length;
      if (parsed > MAX_PARSED_AGAIN) return undefined;
      const rest = without(source, part);
      const result = attempt(rest, dialect);
      if (typeof result === 'object')
        return { file: result, source: rest, problem: `syntax error at line ${first.line}` };
      if (result !== undefined && result > (best?.line ?? line)) best = { source: rest, line: result };
    }
    if (!best) return undefined;
    ({ source, line } = best);
  }
  return undefined;
}

/** The syntax tree of a file, without the statements that have errors. */
function readSyntax(
  path: string,
  language: LanguageName,
  source: string,
): Omit<Recovered, 'problem'> & { problem?: string } {
  try {
    const file = parseSyntax(path, language, source);
    const misread = misreadIn(file);
    return { file, source, ...(misread && { problem: described(misread) }) };
  } catch (error) {
    const rest = recovered(path, language, source);
    if (rest) return rest;
    throw error;
  }
}

/**
 * Parses JavaScript or TypeScript, with JSX, of any module system.
 * @param ownNames the names of the packages that are analyzed; a bundle contains code of others too
 * @throws UnreadableSource when it does not follow the grammar or is nested too deep.
 */
export function parseJavaScript(
  path: string,
  language: LanguageName,
  given: string,
  ownNames: readonly string[] = [],
): ParsedFile {
  const { file, source, problem } = readSyntax(path, language, given);
  const bundle = splitBundle(file, source, ownNames);
  const lowered = unwrapModules(createLowering().statements(file.program.body));
  return {
    module: { path, language, body: bundle ? [...bundle.imports, ...lowered] : lowered },
    ...(bundle && { libraries: bundle.libraries }),
    ...(problem !== undefined && { problem }),
  };
}
