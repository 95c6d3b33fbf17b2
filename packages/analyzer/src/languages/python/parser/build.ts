import type {
  Argument,
  Constant,
  Expression,
  Index,
  Lines,
  ListLiteral,
  Member,
  Name,
  NamePattern,
  Operation,
  Statement,
  Unknown,
} from '../../../ir/program.js';

/** Builders of common nodes. `at` supplies their lines. */

export function constant(at: Lines, value: Constant['value']): Constant {
  const { line, endLine, column, endColumn } = at;
  return { kind: 'constant', value, line, endLine, column, endColumn };
}

export function nameOf(at: Lines, name: string): Name {
  return { kind: 'name', name, line: at.line, endLine: at.endLine };
}

export function member(at: Lines, object: Expression, property: string): Member {
  return { kind: 'member', object, property, line: at.line, endLine: at.endLine };
}

export function indexed(at: Lines, object: Expression, index: Expression): Index {
  return { kind: 'index', object, index, line: at.line, endLine: at.endLine };
}

/** `object[key]`, which is a Member if the key is a constant text. */
export function element(at: Lines, object: Expression, key: Expression): Member | Index {
  return key.kind === 'constant' && typeof key.value === 'string'
    ? member(at, object, key.value)
    : indexed(at, object, key);
}

export function operation(at: Lines, operator: string, operands: readonly Expression[]): Operation {
  const { line, endLine, column, endColumn } = at;
  return { kind: 'operation', operator, operands, line, endLine, column, endColumn };
}

export function list(at: Lines, items: readonly Argument[]): ListLiteral {
  return { kind: 'list', items, line: at.line, endLine: at.endLine };
}

export function unknown(at: Lines, parts: readonly Expression[] = []): Unknown {
  return { kind: 'unknown', parts, line: at.line, endLine: at.endLine };
}

export function bind(at: Lines, name: string): NamePattern {
  const { line, endLine, column, endColumn } = at;
  return { kind: 'bind', name, line, endLine, column, endColumn };
}

export function evaluate(at: Lines, expression: Expression): Statement {
  return { kind: 'expression', expression, line: at.line, endLine: at.endLine };
}
