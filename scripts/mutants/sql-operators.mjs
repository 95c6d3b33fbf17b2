/**
 * Mutations of SQL. A statement is a text in which everything that is not SQL (inserted values, the contents of quotes) is
 * masked with MASK, so that offsets are those of the source.
 *
 * @typedef {{ start: number, end: number, text: string, depth: number }} Token
 * @typedef {{ operator: string, start: number, end: number, replacement: string }} Edit
 */

/** Stands for a character that is not SQL; a run of it is one operand. */
export const MASK = '\uE000';

const TOKEN = /[\w$.\uE000]+|::|=>|\|\||->>|->|#>>|#>|@>|<@|<=|>=|<>|!=|[^\s]/gu;
/** Words that end a condition. Keywords are written in capitals. */
const CLAUSES = new Set(
  `AND OR WHERE ON GROUP ORDER LIMIT OFFSET FOR UNION EXCEPT INTERSECT RETURNING HAVING WINDOW JOIN LEFT RIGHT INNER CROSS FULL
   THEN WHEN ELSE END AS DO SET FROM SELECT VALUES`
    .split(/\s+/u)
    .filter(Boolean),
);
const FLIPPED = { '=': '<>', '<>': '=', '!=': '=' };
const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const DIRECTION = { '<': '>', '<=': '>', '>': '<', '>=': '<' };

/** @returns {Token[]} */
function tokensOf(sql) {
  let depth = 0;
  return Array.from(sql.matchAll(TOKEN), ({ 0: text, index }) => {
    if (text === ')') depth -= 1;
    const token = { start: index, end: index + text.length, text, depth };
    if (text === '(') depth += 1;
    return token;
  });
}

/** The index after the last token of an operand: up to a clause, a comma or a closing parenthesis at the same depth. */
function endOfOperand(tokens, first) {
  const { depth } = tokens[first];
  let between = false;
  let cases = 0;
  let index = first;
  for (; index < tokens.length; index += 1) {
    const { text, depth: at } = tokens[index];
    if (at < depth || (at === depth && (text === ',' || text === ';'))) break;
    if (at > depth) continue;
    if (text === 'BETWEEN') between = true;
    else if (text === 'CASE') cases += 1;
    else if (text === 'END' && cases > 0) cases -= 1;
    else if (text === 'AND' && between) between = false;
    else if (cases === 0 && CLAUSES.has(text)) break;
    // IS DISTINCT FROM
    if (text === 'DISTINCT' && tokens[index + 1]?.text === 'FROM') index += 1;
  }
  return index;
}

/** Whether a token is the AND of BETWEEN. */
const isRange = (tokens, index) => {
  for (let before = index - 1; before >= 0; before -= 1) {
    const { text, depth } = tokens[before];
    if (depth < tokens[index].depth) return false;
    if (depth === tokens[index].depth && text === 'BETWEEN') return true;
    if (depth === tokens[index].depth && CLAUSES.has(text)) return false;
  }
  return false;
};

const span = (operator, from, to, replacement) => ({
  operator,
  start: from.start,
  end: to.end,
  replacement,
});

/** The condition after AND, OR, WHERE, ON, or in the parentheses of a group of conditions. */
function* conditions(tokens, index) {
  const { text } = tokens[index];
  const opens = text === '(' && tokens[index - 1] !== undefined && CLAUSES.has(tokens[index - 1].text);
  if (!['AND', 'OR', 'WHERE', 'ON'].includes(text) && !opens) return;
  const first = tokens[index + 1];
  if (first === undefined || first.text === 'CONFLICT' || ['SELECT', ')'].includes(first.text)) return;
  if (text === 'AND' && isRange(tokens, index)) return;
  if (text === 'ON' && tokens[index - 1]?.text === 'DISTINCT') return;
  const end = endOfOperand(tokens, index + 1);
  const after = tokens[end]?.text;
  // A group of one condition is the operand of what is before it.
  if (opens && after !== 'AND' && after !== 'OR') return;
  if (end === index + 1) return;
  const isAlternative = text === 'OR' || (opens && after === 'OR');
  yield span(
    isAlternative ? 'drop-alternative' : 'drop-condition',
    first,
    tokens[end - 1],
    isAlternative ? 'false' : 'true',
  );
}

const isNow = (tokens, index, step) => {
  const near = [1, 2, 3].map((distance) => tokens[index + step * distance]?.text);
  return near.some((text) => /^(?:now|clock_timestamp|transaction_timestamp)$/u.test(text ?? ''));
};

/** Whether `=` assigns: in the list after SET. */
const assigns = (tokens, index) => {
  for (let before = index - 1; before >= 0; before -= 1) {
    const { text, depth } = tokens[before];
    if (depth < tokens[index].depth) return false;
    if (depth !== tokens[index].depth) continue;
    if (text === 'SET') return true;
    if (['WHERE', 'ON', 'AND', 'OR', 'SELECT', 'FROM', 'WHEN', 'THEN'].includes(text)) return false;
  }
  return false;
};

function* comparisons(tokens, index) {
  const token = tokens[index];
  const next = tokens[index + 1]?.text;
  if (token.text in FLIPPED && !assigns(tokens, index) && next !== '>') {
    if (token.text === '=' && (next === 'ANY' || next === 'ALL'))
      yield span('negate-comparison', token, tokens[index + 1], next === 'ANY' ? '<> ALL' : '<> ANY');
    else yield span('negate-comparison', token, token, FLIPPED[token.text]);
  }
  if (token.text in BOUNDARY) {
    // Nothing happens at exactly this moment.
    const isMoment = isNow(tokens, index, 1) || isNow(tokens, index, -1);
    yield isMoment
      ? span('turn-comparison', token, token, DIRECTION[token.text])
      : span('shift-boundary', token, token, BOUNDARY[token.text]);
  }
}

function* negations(tokens, index) {
  const token = tokens[index];
  const [previous, next] = [tokens[index - 1]?.text, tokens[index + 1]?.text];
  if (token.text === 'IS' && next === 'NULL')
    yield span('null-check', token, tokens[index + 1], 'IS NOT NULL');
  if (token.text === 'IS' && next === 'NOT' && tokens[index + 2]?.text === 'NULL')
    yield span('null-check', token, tokens[index + 2], 'IS NULL');
  if (token.text === 'IS' && next === 'DISTINCT')
    yield span('negate-comparison', token, tokens[index + 1], 'IS NOT DISTINCT');
  if (token.text === 'IS' && next === 'NOT' && tokens[index + 2]?.text === 'DISTINCT')
    yield span('negate-comparison', token, tokens[index + 2], 'IS DISTINCT');
  const isAfterIs = previous === 'IS' || previous === 'DO' || previous === 'IF';
  if (token.text === 'NOT' && !isAfterIs && !['NULL', 'MATERIALIZED', 'VALID', 'DEFERRABLE'].includes(next))
    yield span('drop-not', token, token, '');
  if (token.text === 'OR' && previous !== 'CREATE') yield span('or-to-and', token, token, 'AND');
}

const closing = (tokens, open) => {
  const { depth } = tokens[open];
  return tokens.findIndex(({ text, depth: at }, index) => index > open && at === depth && text === ')');
};

function* clauses(tokens, index) {
  const token = tokens[index];
  const [previous, next] = [tokens[index - 1]?.text, tokens[index + 1]];
  if (token.text === 'DESC') yield span('direction', token, token, 'ASC');
  if (token.text === 'ASC') yield span('direction', token, token, 'DESC');
  if (token.text === 'DISTINCT' && previous !== 'IS' && previous !== 'NOT' && next?.text !== 'ON')
    yield span('drop-distinct', token, token, '');
  if (token.text === 'LIMIT' && next !== undefined && next.text !== '(')
    yield span('drop-limit', token, next, '');
  if (token.text === 'LEFT' && next?.text === 'JOIN') yield span('inner-join', token, next, 'JOIN');
  if (token.text === 'FILTER' && next?.text === '(') {
    const end = closing(tokens, index + 1);
    if (end > 0) yield span('drop-filter', token, tokens[end], '');
  }
  if (/^coalesce$/iu.test(token.text) && next?.text === '(') {
    const end = closing(tokens, index + 1);
    const comma = tokens.findLastIndex(
      ({ text, depth }, at) => at > index && at < end && text === ',' && depth === token.depth + 1,
    );
    if (comma > 0) yield span('drop-default', tokens[comma], tokens[end - 1], '');
  }
}

function* assignments(tokens, index) {
  const [column, sign] = [tokens[index], tokens[index + 1]?.text];
  if (!/^(?:\w+\.)?updated_at$/u.test(column.text) || sign !== '=' || !assigns(tokens, index + 1)) return;
  const end = endOfOperand(tokens, index + 2);
  if (tokens[index - 1]?.text === ',') yield span('drop-updated-at', tokens[index - 1], tokens[end - 1], '');
  else if (tokens[end]?.text === ',') yield span('drop-updated-at', column, tokens[end], '');
}

const OPERATORS = [conditions, comparisons, negations, clauses];

/**
 * @param {string} sql with everything else masked
 * @returns {Edit[]}
 */
export function mutationsOfSql(sql) {
  const tokens = tokensOf(sql);
  return tokens.flatMap((_, index) => OPERATORS.flatMap((operator) => [...operator(tokens, index)]));
}

/**
 * Only what leaves `updated_at` as it was.
 * @param {string} sql with everything else masked
 * @returns {Edit[]}
 */
export function mutationsOfUpdates(sql) {
  const tokens = tokensOf(sql);
  return tokens.flatMap((_, index) => [...assignments(tokens, index)]);
}
