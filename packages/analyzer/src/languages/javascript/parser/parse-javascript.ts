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
      const known = names.get(text);
      if (known === undefined) names.set(text, text);
      return known ?? text;
    },
  };
  return lower;
}

/** The dialects that a file may be written in, likeliest first. */
function dialects(path: string, language: LanguageName): ParserOptions[] {
  const typed: ParserPlugin[] = ['typescript', 'decorators-legacy', 'explicitResourceManagement'];
  const plugins: ParserPlugin[] = ['jsx', 'decorators', 'explicitResourceManagement'];
  // Non-strict scripts may use reserved words of modules as names: `var package = …`.
  if (language === 'javascript')
    return [
      { plugins },
      { plugins, sourceType: 'script' },
      { plugins: ['jsx', 'flow', 'decorators-legacy'] },
    ];
  const jsx = { plugins: [...typed, 'jsx' as const] };
  return path.endsWith('x') ? [jsx] : [{ plugins: typed }, jsx];
}

const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  attachComment: false,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
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

const described = (error: unknown): string => {
  const line = (error as { loc?: { line?: unknown } }).loc?.line;
  return typeof line === 'number' ? `syntax error at line ${line}` : 'syntax error';
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

/**
 * Parses JavaScript or TypeScript, with JSX, of any module system.
 * @param ownNames the names of the packages that are analyzed; a bundle contains code of others too
 * @throws UnreadableSource when it does not follow the grammar or is nested too deep.
 */
export function parseJavaScript(
  path: string,
  language: LanguageName,
  source: string,
  ownNames: readonly string[] = [],
): ParsedFile {
  const file = parseSyntax(path, language, source);
  const misread = misreadIn(file);
  const bundle = splitBundle(file, source, ownNames);
  const lowered = unwrapModules(createLowering().statements(file.program.body));
  return {
    module: { path, language, body: bundle ? [...bundle.imports, ...lowered] : lowered },
    ...(bundle && { libraries: bundle.libraries }),
    ...(misread && { problem: described(misread) }),
  };
}
