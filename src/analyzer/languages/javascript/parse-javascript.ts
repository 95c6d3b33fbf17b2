import { parse, type ParserOptions, type ParserPlugin } from '@babel/parser';
import type * as ast from '@babel/types';
import type { Expression, Language, Pattern, Statement } from '../../ir/program.js';
import { UnreadableSource, type ParsedFile } from '../parsed-file.js';
import { lowerClass, lowerFunction, lowerParameter, PATTERNS } from './definitions.js';
import { EXPRESSIONS } from './expressions.js';
import { Depth, linesOf, lowererOf, type Lowering } from './lowering.js';
import { STATEMENTS } from './statements.js';
import { typeExpression } from './types.js';

/** The lowering of one file. */
function createLowering(): Lowering {
  const depth = new Depth();
  const lower: Lowering = {
    expression: (node) =>
      depth.within(node, (): Expression => {
        const lines = linesOf(node);
        return lowererOf(EXPRESSIONS, node)?.(node, lower, lines) ?? { kind: 'unknown', parts: [], ...lines };
      }),
    statements: (nodes) =>
      nodes.flatMap((node) =>
        depth.within(
          node,
          (): Statement[] => lowererOf(STATEMENTS, node)?.(node, lower, linesOf(node)) ?? [],
        ),
      ),
    pattern: (node) => {
      const lines = linesOf(node);
      return (
        lowererOf<Pattern>(PATTERNS, node)?.(node, lower, lines) ?? {
          kind: 'place',
          place: lower.expression(node),
          ...lines,
        }
      );
    },
    parameter: (node) => lowerParameter(node, lower),
    type: (node) => (node ? depth.within(node, () => typeExpression(node, lower)) : undefined),
    function: (node, name) => lowerFunction(node, name, lower),
    class: (node, name) => lowerClass(node, name, lower),
  };
  return lower;
}

/** The ways in which a file may have been meant, the likeliest first. */
function dialects(path: string, language: Language): ParserPlugin[][] {
  const typed: ParserPlugin[] = ['typescript', 'decorators-legacy', 'explicitResourceManagement'];
  const untyped: ParserPlugin[] = ['jsx', 'decorators', 'explicitResourceManagement'];
  if (language === 'javascript') return [untyped, ['jsx', 'flow', 'decorators-legacy']];
  return path.endsWith('x') ? [[...typed, 'jsx']] : [typed, [...typed, 'jsx']];
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

function parseDialects(path: string, language: Language, source: string): ast.File {
  let failure: unknown;
  for (const plugins of dialects(path, language)) {
    try {
      return parse(source, { ...OPTIONS, plugins });
    } catch (error) {
      failure ??= error;
    }
  }
  // The parser is recursive: what is nested too deep ends at the end of the stack.
  if (failure instanceof RangeError) throw new UnreadableSource('nested too deep');
  const line = (failure as { loc?: { line?: unknown } }).loc?.line;
  throw new UnreadableSource(typeof line === 'number' ? `syntax error at line ${line}` : 'syntax error');
}

/**
 * Reads JavaScript or TypeScript, with JSX, of any module system.
 * @throws UnreadableSource when it does not follow the grammar or is nested too deep.
 */
export function parseJavaScript(
  path: string,
  language: 'javascript' | 'typescript',
  source: string,
): ParsedFile {
  const { program } = parseDialects(path, language, source);
  return { module: { path, language, body: createLowering().statements(program.body) } };
}
