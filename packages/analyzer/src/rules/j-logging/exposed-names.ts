import type { Frame } from '../../engine/frame.js';
import { isSurelySecretName } from '../../engine/values/secret-names.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import type { Expression } from '../../ir/program.js';
import { lastNameOf } from '../../ir/walk.js';
import { variableOf } from '../support/variables.js';
import names from './names.json' with { type: 'json' };

/** Functions that format a value as text without redacting it. */
const TEXTS = new Set(names.exposedNames.texts);

/** The variables and fields whose values can be read in the result of an expression. */
export function* shown(expression: Expression): Generator<Expression> {
  switch (expression.kind) {
    case 'name':
    case 'member':
      yield expression;
      return;
    case 'text':
      for (const part of expression.parts) yield* shown(part);
      return;
    case 'operation':
      if (['+', '%', '||', '??'].includes(expression.operator))
        for (const operand of expression.operands) yield* shown(operand);
      return;
    case 'list':
      for (const { value } of expression.items) yield* shown(value);
      return;
    case 'object':
      for (const entry of expression.entries) yield* shown('value' in entry ? entry.value : entry.spread);
      return;
    case 'await':
    case 'cast':
      yield* shown(expression.value);
      return;
    case 'call':
      if (TEXTS.has(lastNameOf(expression.callee)))
        for (const { value } of expression.arguments) yield* shown(value);
      return;
    default:
      return;
  }
}

/** Whether the known value of a variable is not secret: a constant, a number, a digest. */
const isKnownHarmless = (value: Value | undefined): boolean =>
  value !== undefined &&
  (value.constants !== undefined ||
    (value.taints.length > 0 &&
      value.taints.every(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.SECRET) !== 0)));

/**
 * Names of objects with settings or session data; fields of other objects may be mere names, such as members of an
 * enum.
 */
const HOLDERS =
  /^(?:this|self|_?(?:config|cfg|conf|settings|options|opts|args|params|env|auth|creds|user|account|session|data|body|req|request|res|response|result|token|tokens|client|context|ctx|props|input|payload|profile|login))$/iu;

const isHeld = (expression: Expression): boolean =>
  expression.kind !== 'member' || HOLDERS.test(lastNameOf(expression.object));

/** The name of a secret variable or field that the result of an expression exposes. */
export function exposedName(expression: Expression, frame: Frame): string | undefined {
  for (const each of shown(expression)) {
    const name = lastNameOf(each);
    if (!isSurelySecretName(name) || !isHeld(each)) continue;
    if (each.kind === 'name' && isKnownHarmless(variableOf(name, frame))) continue;
    return name;
  }
  return undefined;
}
