import type {
  ClassDefinition,
  ClassField,
  Declare,
  Expression,
  FunctionDefinition,
  Lines,
  ListPattern,
  ObjectPattern,
  Pattern,
  Statement,
} from '../../../ir/program.js';
import { lastNameOf } from '../../../ir/walk.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { constant, indexed, unknown } from './build.js';
import { docstringOf, documentationOf } from './functions.js';
import type { Lowering } from './lowering.js';
import { reusable } from './reuse.js';
import { fieldOf, isTrivia } from './syntax.js';

/** Decorators that make a method a getter. */
const GETTERS = new Set(['property', 'cached_property', 'abstractproperty', 'getter']);

/** The last name of a decorator: `cached_property` of `@functools.cached_property`. */
function decoratorName(decorator: Expression): string {
  if (decorator.kind === 'call') return decoratorName(decorator.callee);
  if (decorator.kind === 'member') return decorator.property;
  return decorator.kind === 'name' ? decorator.name : '';
}

function methodKind(name: string, decorators: readonly string[]): FunctionDefinition['kind'] {
  if (name === '__init__') return 'constructor';
  if (decorators.includes('setter')) return 'setter';
  return decorators.some((decorator) => GETTERS.has(decorator)) ? 'getter' : 'method';
}

/** Whether a body does nothing, or only says that a class which extends it has to do something. */
const isLeftOut = (body: readonly Statement[]): boolean =>
  body.every(
    (statement) =>
      (statement.kind === 'expression' && statement.expression.kind === 'constant') ||
      (statement.kind === 'throw' &&
        statement.value !== undefined &&
        decoratorName(statement.value) === 'NotImplementedError'),
  );

function methodOf(definition: FunctionDefinition): FunctionDefinition {
  const decorators = definition.decorators.map(decoratorName);
  const kind = methodKind(definition.name, decorators);
  const isAbstract = decorators.some((each) => each.startsWith('abstract')) || isLeftOut(definition.body);
  return {
    ...definition,
    kind,
    ...(decorators.includes('staticmethod') && { static: true }),
    ...(isAbstract && kind !== 'constructor' && { abstract: true }),
  };
}

/** A protocol: any class with these methods implements it. */
function protocolOf(
  bases: readonly Expression[],
  methods: readonly FunctionDefinition[],
): Pick<ClassDefinition, 'declares' | 'structural'> {
  const isProtocol = bases.some(
    (base) => lastNameOf(base.kind === 'index' ? base.object : base) === 'Protocol',
  );
  const declares = methods.flatMap(({ name }) => (name.startsWith('__') ? [] : [name]));
  return isProtocol && declares.length > 0 ? { declares, structural: true } : {};
}

/** Sorts the statements in the body of a class into methods and fields. */
class Members {
  readonly methods: FunctionDefinition[] = [];
  readonly fields: ClassField[] = [];
  /** Imports in a class body are hoisted before the class. */
  readonly imports: Statement[] = [];

  gather(statements: readonly Statement[] | undefined): void {
    for (const statement of statements ?? []) this.gatherOne(statement);
  }

  private gatherOne(statement: Statement): void {
    switch (statement.kind) {
      case 'function':
        this.methods.push(methodOf(statement.function));
        break;
      case 'class': {
        const { line, endLine, class: inner } = statement;
        this.add(statement, inner.name, { kind: 'class', class: inner, line, endLine });
        break;
      }
      case 'declare':
        this.declare(statement);
        break;
      case 'expression':
        this.effect(statement.expression);
        break;
      case 'import':
        this.imports.push(statement);
        break;
      default:
        this.gatherBranches(statement);
    }
  }

  /** All branches of a statement: the definitions of any of them may exist. */
  private gatherBranches(statement: Statement): void {
    switch (statement.kind) {
      case 'if':
        this.effect(statement.test);
        this.gather(statement.then);
        this.gather(statement.otherwise);
        break;
      case 'loop':
        this.effect(statement.test);
        this.gather(statement.body);
        this.gather(statement.otherwise);
        break;
      case 'for-each': {
        const { iterable, target } = statement;
        if (target) this.bind(target, indexed(iterable, iterable, unknown(iterable)));
        this.gather(statement.body);
        this.gather(statement.otherwise);
        break;
      }
      case 'try':
        this.gather(statement.body);
        for (const handler of statement.handlers) this.gather(handler.body);
        this.gather(statement.otherwise);
        this.gather(statement.finally);
        break;
      case 'with':
        for (const { value, target } of statement.items)
          if (target) this.bind(target, value);
          else this.effect(value);
        this.gather(statement.body);
        break;
      case 'switch':
        this.effect(statement.subject);
        for (const one of statement.cases) this.gather(one.body);
        break;
      case 'throw':
      case 'return':
        this.effect(statement.value);
    }
  }

  private add(at: Lines, name: string, value?: Expression, type?: Expression): void {
    const { line, endLine } = at;
    this.fields.push({ name, ...(value && { value }), ...(type && { type }), static: true, line, endLine });
  }

  /** An expression evaluated in the class body without being bound becomes a field without a name. */
  private effect(value: Expression | undefined): void {
    const isEllipsis = value?.kind === 'constant' && value.value === null;
    if (value && !isEllipsis) this.add(value, '', value);
  }

  private declare(statement: Declare): void {
    const { target, value, type } = statement;
    if (target.kind === 'bind') this.add(statement, target.name, value, type);
    else if (value) this.bind(target, value);
  }

  private bind(target: Pattern, value: Expression): void {
    if (target.kind === 'bind') this.add(target, target.name, value);
    else if (target.kind === 'items') this.bindItems(target, value);
    else if (target.kind === 'fields') this.bindEntries(target.fields, target.rest, value);
    else this.effect({ kind: 'assign', target, value, line: target.line, endLine: target.endLine });
  }

  private bindItems(target: ListPattern, value: Expression): void {
    if (value.kind === 'list' && !value.items.some((item) => item.spread)) {
      for (const [at, item] of target.items.entries())
        if (item) this.bind(item.value, value.items[at]?.value ?? unknown(value));
      if (target.rest) this.bind(target.rest, target.rest.kind === 'bind' ? value : unknown(value));
      return;
    }
    const entries = target.items.map((item, at) => item && { key: constant(value, at), value: item.value });
    this.bindEntries(entries, target.rest, value);
  }

  /** Binds items of a value by key; the value is evaluated once. */
  private bindEntries(
    entries: readonly (ObjectPattern['fields'][number] | undefined)[],
    rest: Pattern | undefined,
    value: Expression,
  ): void {
    const { first, again } = reusable(value, `${value.line}:${this.fields.length}`);
    let source = first;
    for (const entry of entries) {
      if (!entry) continue;
      this.bind(entry.value, indexed(value, source, entry.key));
      source = again;
    }
    if (rest) this.bind(rest, source);
  }
}

function basesOf(node: SyntaxNode | undefined, lower: Lowering): Expression[] {
  const bases: Expression[] = [];
  for (const child of node?.children ?? []) {
    if (!child.named || isTrivia(child) || child.type === 'keyword_argument') continue;
    if (child.type === 'dictionary_splat') continue;
    bases.push(lower.expression(child));
  }
  return bases;
}

/** A class, and the imports of its body, which are placed before it. */
export function classDefinition(
  node: SyntaxNode,
  decorators: readonly Expression[],
  lower: Lowering,
): { readonly definition: ClassDefinition; readonly imports: readonly Statement[] } {
  const name = fieldOf(node, 'name');
  const block = fieldOf(node, 'body');
  const docstring = docstringOf(block, lower);
  const members = new Members();
  members.gather(lower.debris(node));
  members.gather(lower.statements(block, docstring?.statement));
  const bases = basesOf(fieldOf(node, 'superclasses'), lower);
  const definition = {
    name: name ? lower.identifier(name) : '',
    bases,
    ...protocolOf(bases, members.methods),
    methods: members.methods,
    fields: members.fields,
    decorators,
    ...(docstring && documentationOf(docstring)),
    line: node.line,
    endLine: node.endLine,
  };
  return { definition, imports: members.imports };
}
