import type { Value } from '../../engine/values/value.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lastNameOf, nodesWithin, parameterNames, plain, type Node } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';

const ORIGIN = /^origin$/iu;
/** Calls that look a value up or test it. */
const TESTS =
  /^(?:includes|has|test|match|indexOf|some|find|startsWith|endsWith|in_array|get|Contains|ContainsFunc|HasPrefix|HasSuffix|MatchString)$/u;

const mentionsOrigin = (nodes: readonly Node[]): boolean =>
  nodes.some((node) => (node.kind === 'name' || node.kind === 'member') && /origin/iu.test(lastNameOf(node)));

/** Whether a function decides by the origin, or by a call that is given it. */
const decides = memoByNode(({ body }: FunctionDefinition): boolean =>
  nodesWithin(body).some((node) => {
    if (node.kind === 'if' || node.kind === 'choice') {
      const test = plain(node.test);
      // `if (origin)` asks only whether there is one.
      const isPresence = test.kind === 'name' || test.kind === 'member';
      return !isPresence && mentionsOrigin(nodesWithin(test)) && !isComparedWithNothing(test);
    }
    return (
      node.kind === 'call' &&
      TESTS.test(lastNameOf(node.callee)) &&
      mentionsOrigin(nodesWithin(node.arguments))
    );
  }),
);

/** `origin != ""`, `origin is not None`. */
const isComparedWithNothing = (test: Expression): boolean =>
  test.kind === 'operation' &&
  test.operands.some(
    (operand) => operand.kind === 'constant' && (operand.value === '' || operand.value === null),
  );

/** Whether an expression reads the Origin header of a request: `req.headers.origin`, `r.Header.Get("Origin")`. */
function readsOrigin(
  given: Expression | undefined,
  definition: FunctionDefinition | undefined,
  depth = 2,
): boolean {
  if (!given) return false;
  const expression = plain(given);
  if (expression.kind === 'member') return ORIGIN.test(expression.property);
  if (expression.kind === 'operation')
    return expression.operands.some((each) => readsOrigin(each, definition, depth));
  if (expression.kind === 'call')
    return expression.arguments.some(
      ({ value }) => value.kind === 'constant' && typeof value.value === 'string' && ORIGIN.test(value.value),
    );
  if (expression.kind !== 'name' || !definition || depth === 0) return false;
  for (const node of nodesWithin(definition.body, false))
    if ((node.kind === 'declare' || node.kind === 'assign') && node.target.kind === 'bind')
      if (node.target.name === expression.name && readsOrigin(node.value, definition, depth - 1)) return true;
  return false;
}

/** Whether a header is set to whatever origin the request has, without a look at it. */
export const reflectsOrigin = (
  value: Expression | undefined,
  definition: FunctionDefinition | undefined,
): boolean => readsOrigin(value, definition) && !(definition && decides(definition));

/** Whether a callback accepts every origin: `(origin, done) => done(null, true)`, `(origin) => origin`. */
export const acceptsEvery = (value: Value | undefined): boolean =>
  value?.targets.some((target) => {
    if (target.kind !== 'closure') return false;
    const nodes = nodesWithin(target.function.body);
    if (nodes.some((node) => node.kind === 'if' || node.kind === 'choice' || node.kind === 'try'))
      return false;
    const own = parameterNames(target.function);
    return nodes.some((node) => {
      if (node.kind === 'return')
        return node.value?.kind === 'name'
          ? own.has(node.value.name)
          : isTrue(node.value) || isDone(node.value);
      return node.kind === 'expression' && isDone(node.expression);
    });
  }) ?? false;

const isTrue = (expression: Expression | undefined): boolean =>
  expression?.kind === 'constant' && expression.value === true;
const isDone = (expression: Expression | undefined): boolean =>
  expression?.kind === 'call' && expression.arguments.length === 2 && isTrue(expression.arguments[1]?.value);
