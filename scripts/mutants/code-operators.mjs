/** Mutations of TypeScript, as edits of one node: `{ operator, start, end, replacement }`. */
import ts from 'typescript';

const KIND = ts.SyntaxKind;
const LOG = /\b(?:logger|log|report|warn)\b/iu;

/** @param {ts.Node} around what the mutation is named after */
const edit = (operator, node, replacement, around = node) => ({
  operator,
  start: node.getStart(),
  end: node.getEnd(),
  replacement,
  text: around === node ? node.getText() : `${node.getText()} in ${around.getText()}`,
});

const FLIPPED = new Map([
  [KIND.EqualsEqualsEqualsToken, '!=='],
  [KIND.ExclamationEqualsEqualsToken, '==='],
]);
const BOUNDARY = new Map([
  [KIND.LessThanToken, '<='],
  [KIND.LessThanEqualsToken, '<'],
  [KIND.GreaterThanToken, '>='],
  [KIND.GreaterThanEqualsToken, '>'],
]);

/** Whether a default is NULL of a parameter of a statement: the driver sends undefined as that. */
const isParameter = ({ right, parent }) =>
  right.kind === KIND.NullKeyword && ts.isArrayLiteralExpression(parent);

function* binary(node) {
  const { left, right, operatorToken: token } = node;
  if (FLIPPED.has(token.kind)) yield edit('negate-comparison', token, FLIPPED.get(token.kind), node);
  if (BOUNDARY.has(token.kind)) yield edit('shift-boundary', token, BOUNDARY.get(token.kind), node);
  if (token.kind === KIND.AmpersandAmpersandToken) {
    yield edit('drop-condition', left, 'true', node);
    yield edit('drop-condition', right, 'true', node);
  }
  if (token.kind === KIND.BarBarToken) {
    yield edit('drop-alternative', left, 'false', node);
    yield edit('drop-alternative', right, 'false', node);
  }
  if (token.kind === KIND.QuestionQuestionToken && !isParameter(node))
    yield edit('drop-default', node, left.getText());
}

/** The conditions of branches. */
function* branches(node) {
  if (ts.isConditionalExpression(node)) {
    yield { ...edit('drop-branch', node, `(${node.whenTrue.getText()})`), text: `else of ${node.getText()}` };
    yield {
      ...edit('drop-branch', node, `(${node.whenFalse.getText()})`),
      text: `then of ${node.getText()}`,
    };
  }
  if (ts.isIfStatement(node) && node.elseStatement === undefined)
    yield edit('drop-branch', node.expression, 'false', node);
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === KIND.ExclamationToken &&
    !ts.isPrefixUnaryExpression(node.operand)
  )
    yield edit('drop-not', node, node.operand.getText());
}

/** @returns edits of conditions and defaults */
export function conditionsOf(node) {
  return [...(ts.isBinaryExpression(node) ? binary(node) : []), ...branches(node)];
}

/** The row that a node is in, or its call. */
const outer = (node) => {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (ts.isPropertyAssignment(each)) return each;
    if (ts.isStatement(each)) break;
  }
  return node.parent;
};

/** @returns edits of what a model says of a value: flags, bits, and which argument it is about */
export function* flagsOf(node) {
  const isValue = (parent) =>
    ts.isCallExpression(parent) || ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent);
  if (node.kind === KIND.TrueKeyword && isValue(node.parent))
    yield edit('flip-flag', node, 'false', node.parent);
  if (node.kind === KIND.FalseKeyword && isValue(node.parent))
    yield edit('flip-flag', node, 'true', node.parent);
  if (ts.isNumericLiteral(node) && ts.isCallExpression(node.parent) && /^[0-3]$/u.test(node.text))
    yield edit('other-argument', node, String(Number(node.text) + 1), outer(node));
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === KIND.BarToken)
    yield edit('drop-bit', node, node.left.getText());
}

const isEntry = (node) =>
  ts.isStringLiteral(node) || ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);

/** Whether a node is in a constant of its module, outside of functions. */
const isConstant = (node) => {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (ts.isFunctionLike(each) || ts.isClassLike(each) || ts.isDecorator(each)) return false;
    if (ts.isVariableStatement(each)) return ts.isSourceFile(each.parent);
  }
  return false;
};

/** @returns edits that leave one entry out of a constant list */
export function* entriesOf(node) {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length < 2 || !isConstant(node)) return;
  if (!node.elements.every(isEntry)) return;
  for (const [index, element] of node.elements.entries()) {
    const next = node.elements[index + 1];
    const previous = node.elements[index - 1];
    const start = next || !previous ? element.getStart() : previous.getEnd();
    const end = next ? next.getStart() : element.getEnd();
    yield { operator: 'drop-entry', start, end, replacement: '', text: element.getText() };
  }
}

/** @returns edits by which a failure is not seen: an awaited call that may fail, a report in a `catch` */
export function* failuresOf(node) {
  if (ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression)) {
    const { expression } = node.expression;
    const isCaught = /\.catch\(/u.test(expression.getText());
    if (ts.isCallExpression(expression) && !isCaught)
      yield edit(
        'swallow-failure',
        node.expression,
        `await (async () => ${expression.getText()})().catch(() => undefined)`,
      );
  }
  if (!ts.isCatchClause(node)) return;
  for (const statement of node.block.statements) {
    if (ts.isThrowStatement(statement)) yield edit('swallow-failure', statement, ';');
    else if (ts.isExpressionStatement(statement) && LOG.test(statement.getText()))
      yield edit('drop-report', statement, ';');
  }
}

/** @returns edits that leave `updatedAt` as it was */
export function* timesOf(node) {
  if (!ts.isObjectLiteralExpression(node)) return;
  const isPlain = node.properties.some(ts.isSpreadAssignment);
  for (const property of node.properties) {
    if (!isPlain || !ts.isPropertyAssignment(property) || property.name.getText() !== 'updatedAt') continue;
    yield edit('drop-updated-at', property, '...{}');
  }
}
