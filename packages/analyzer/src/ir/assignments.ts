import names from './names.json' with { type: 'json' };
import type { Call, Expression, FunctionDefinition, Module, Pattern } from './program.js';
import { isDefinition, isLeaf, lastNameOf, parameterNames } from './walk.js';

/**
 * What a program assigns after it has started: such variables and fields may have any value when a handler reads them,
 * and their first one is only a default.
 */
export interface Assignments {
  /** The variables of a module or function that functions within it assign again, by the module or function. */
  readonly variables: ReadonlyMap<object, ReadonlySet<string>>;
  /** The names of fields that are assigned elsewhere than in the constructor of their object. */
  readonly fields: ReadonlySet<string>;
  /** Functions that write variables of a module, or objects that these refer to. */
  readonly writers: ReadonlySet<FunctionDefinition>;
  /** Methods that write fields of their object under names that are not known: `setattr(self, name, value)`. */
  readonly openers: ReadonlySet<FunctionDefinition>;
}

/** The function or module that declares variables. */
interface Declaring {
  /** The module or function. */
  readonly of: object;
  readonly function?: FunctionDefinition;
  readonly outer?: Declaring;
  /** The number of values assigned to each declared variable. */
  readonly declared: Map<string, number>;
  /** The variables assigned without being declared at the same time. */
  readonly assigned: Set<string>;
  /** The variables that are only counted up or extended. */
  readonly counted: Set<string>;
  /** The variables through which an object is written. */
  readonly written: Set<string>;
}

const OBJECT_WRITERS = new Set(names.assignments.objectWriters);
const RECEIVER_WRITERS = new Set(names.assignments.receiverWriters);
const POINTER_WRITERS = new RegExp(names.assignments.pointerWriters, 'u');
const CONSTRUCTORS = new Set(names.assignments.constructors);
const OWN = new Set(names.assignments.ownObject);

/** Whether a function fills in what its arguments refer to, by its name. */
export const fillsArguments = (name: string): boolean =>
  POINTER_WRITERS.test(name) || OBJECT_WRITERS.has(name);

/** The variable at the start of an expression: `a` of `a.b[c]`. */
function rootOf(expression: Expression | undefined): string | undefined {
  switch (expression?.kind) {
    case 'name':
      return expression.name;
    case 'member':
    case 'index':
      return rootOf(expression.object);
    case 'cast':
      return rootOf(expression.value);
    default:
      return undefined;
  }
}

/** Collects the declarations and assignments of a program, without running it. */
class Collector {
  readonly fields = new Set<string>();
  readonly openers = new Set<FunctionDefinition>();
  readonly scopes: Declaring[] = [];

  add(module: Module): void {
    this.visitBody(module.body, this.declaring(module, undefined));
  }

  private declaring(of: object, outer: Declaring | undefined): Declaring {
    const inner: Declaring = {
      of,
      ...(isDefinition(of) && { function: of }),
      ...(outer && { outer }),
      declared: new Map(),
      assigned: new Set(),
      counted: new Set(),
      written: new Set(),
    };
    this.scopes.push(inner);
    return inner;
  }

  /** Visits the nodes of one function or module; the functions within it are visited as scopes of their own. */
  private visitBody(body: unknown, scope: Declaring): void {
    if (typeof body !== 'object' || body === null) return;
    const rest: object[] = [body];
    for (let each = rest.pop(); each; each = rest.pop()) {
      if (Array.isArray(each)) {
        for (const part of each as readonly unknown[])
          if (typeof part === 'object' && part !== null) rest.push(part);
        continue;
      }
      if (isLeaf(each)) continue;
      if (isDefinition(each)) {
        this.visitFunction(each, scope);
        continue;
      }
      this.note(each, scope);
      for (const name in each) {
        const part = (each as Readonly<Record<string, unknown>>)[name];
        if (typeof part === 'object' && part !== null) rest.push(part);
      }
    }
  }

  private visitFunction(definition: FunctionDefinition, scope: Declaring): void {
    const inner = this.declaring(definition, scope);
    for (const name of parameterNames(definition)) inner.declared.set(name, 1);
    const { receiver } = definition;
    if (receiver?.pattern.kind === 'bind') inner.declared.set(receiver.pattern.name, 1);
    for (const parameter of definition.parameters) this.visitBody(parameter.default ?? [], inner);
    this.visitBody(definition.decorators, scope);
    this.visitBody(definition.body, inner);
  }

  private note(node: { readonly kind?: string }, scope: Declaring): void {
    const each = node as Expression | { readonly kind: 'declare' | 'for-each' | 'with' | 'class' | 'try' };
    switch (each.kind) {
      case 'declare':
      case 'for-each':
      case 'with':
      case 'try':
        this.noteDeclared(node, scope);
        return;
      case 'assign':
        // A counter is no state that a handler waits for.
        if (each.operator !== undefined && each.target.kind === 'bind') scope.counted.add(each.target.name);
        else this.noteTarget(each.target, scope);
        return;
      case 'call':
        noteCall(each, scope, this.fields);
        if (opensOwn(each)) this.noteOpener(scope);
        return;
      default:
    }
  }

  /** The names that a statement declares. */
  private noteDeclared(node: object, scope: Declaring): void {
    const { target, key, value, items, handlers } = node as {
      readonly target?: Pattern;
      readonly key?: Pattern;
      readonly value?: Expression;
      readonly items?: readonly { readonly target?: Pattern }[];
      readonly handlers?: readonly { readonly binding?: Pattern }[];
    };
    const count = 'kind' in node && node.kind === 'declare' && !value ? 0 : 1;
    const declare = (pattern: Pattern | undefined): void => {
      if (pattern?.kind === 'bind')
        scope.declared.set(pattern.name, (scope.declared.get(pattern.name) ?? 0) + count);
      else if (pattern?.kind === 'target') this.noteTarget(pattern, scope);
      else if (pattern) patternsIn(pattern).forEach(declare);
    };
    declare(target);
    declare(key);
    items?.forEach((each) => declare(each.target));
    handlers?.forEach(({ binding }) => declare(binding));
  }

  private noteTarget(pattern: Pattern, scope: Declaring): void {
    if (pattern.kind === 'bind') scope.assigned.add(pattern.name);
    else if (pattern.kind === 'target') this.noteWrite(pattern.expression, scope);
    else patternsIn(pattern).forEach((each) => this.noteTarget(each, scope));
  }

  private noteOpener(scope: Declaring): void {
    if (CONSTRUCTORS.has(constructing(scope))) return;
    for (let each: Declaring | undefined = scope; each; each = each.outer)
      if (each.function) this.openers.add(each.function);
  }

  /** `config.shell = …`, `config["shell"] = …`. */
  private noteWrite(target: Expression, scope: Declaring): void {
    const root = rootOf(target);
    if (root === undefined) return;
    scope.written.add(root);
    if (target.kind === 'index' && target.index.kind !== 'constant' && isOwn(target.object))
      this.noteOpener(scope);
    // What a module does at its top level has happened before any handler runs.
    if (target.kind !== 'member' || !scope.function || root === 'exports' || root === 'module') return;
    if (!isOwn(target.object) || !CONSTRUCTORS.has(constructing(scope))) this.fields.add(target.property);
  }
}

/** The object of a method itself. */
const isOwn = (expression: Expression | undefined): boolean =>
  expression?.kind === 'name' && OWN.has(expression.name);

/** `setattr(self, name, value)`, `Object.assign(this, options)`, `self.__dict__.update(options)`. */
function opensOwn({ callee, arguments: given }: Call): boolean {
  const name = lastNameOf(callee);
  if (callee.kind === 'member' && RECEIVER_WRITERS.has(name)) {
    const { object } = callee;
    return object.kind === 'member' && object.property === '__dict__' && isOwn(object.object);
  }
  const [first, second] = given;
  return OBJECT_WRITERS.has(name) && isOwn(first?.value) && second?.value.kind !== 'constant';
}

/** The kind or name of the function that a scope is. */
const constructing = ({ function: definition }: Declaring): string =>
  definition?.kind === 'constructor' ? definition.kind : (definition?.name ?? '');

/** The patterns that an object or list pattern consists of. */
function patternsIn(pattern: Extract<Pattern, { kind: 'fields' | 'items' }>): readonly Pattern[] {
  const values =
    pattern.kind === 'fields'
      ? pattern.fields.map(({ value }) => value)
      : pattern.items.flatMap((item) => item?.value ?? []);
  return pattern.rest ? [...values, pattern.rest] : values;
}

/** `flags.update(…)`, `Object.assign(config, …)`, `flag.BoolVar(&open, …)`. */
function noteCall({ callee, arguments: given }: Call, scope: Declaring, fields: Set<string>): void {
  const name = lastNameOf(callee);
  if (callee.kind === 'member' && RECEIVER_WRITERS.has(name)) {
    const root = rootOf(callee.object);
    if (root !== undefined) scope.written.add(root);
  }
  const isPointer = POINTER_WRITERS.test(name);
  if (!isPointer && !OBJECT_WRITERS.has(name)) return;
  for (const { value } of isPointer ? given : given.slice(0, 1)) {
    const root = rootOf(value);
    if (root === undefined) continue;
    scope.written.add(root);
    if (isPointer && value.kind === 'name') scope.assigned.add(root);
    if (isPointer && value.kind === 'member') fields.add(value.property);
  }
}

/** The scope that declares a variable, from within another one. */
function declaringOf(name: string, from: Declaring): Declaring {
  let scope = from;
  while (scope.outer && !scope.declared.has(name)) scope = scope.outer;
  return scope;
}

/** The outermost function around a scope. */
function outermostOf(scope: Declaring): FunctionDefinition | undefined {
  let outermost: FunctionDefinition | undefined;
  for (let each: Declaring | undefined = scope; each; each = each.outer)
    outermost = each.function ?? outermost;
  return outermost;
}

/**
 * Collects what the functions of a program assign.
 * @param groupOf the modules that share their variables have the same group: the files of a package in Go
 */
export function assignmentsOf(
  modules: readonly Module[],
  groupOf: (module: Module) => object = (module) => module,
): Assignments {
  const collector = new Collector();
  for (const module of modules) collector.add(module);
  const counts = new Map<object, Map<string, number>>();
  const variables = new Map<object, Set<string>>();
  const writers = new Set<FunctionDefinition>();
  const groupOfScope = ({ of, outer }: Declaring): object => (outer ? of : groupOf(of as Module));
  for (const scope of collector.scopes) {
    if (scope.outer) continue;
    const known = counts.get(groupOfScope(scope)) ?? new Map<string, number>();
    for (const [name, count] of scope.declared) known.set(name, (known.get(name) ?? 0) + count);
    counts.set(groupOfScope(scope), known);
  }
  for (const scope of collector.scopes) {
    for (const name of [...scope.assigned, ...scope.counted]) {
      const declaring = declaringOf(name, scope);
      if (declaring === scope) continue;
      const group = groupOfScope(declaring);
      if (!declaring.outer && scope.assigned.has(name)) noteWriter(scope, writers);
      // A variable without a first value is given its only one here.
      if (((declaring.outer ? declaring.declared : counts.get(group))?.get(name) ?? 0) === 0) continue;
      variables.set(group, (variables.get(group) ?? new Set()).add(name));
    }
    for (const name of scope.written) if (!declaringOf(name, scope).outer) noteWriter(scope, writers);
  }
  return { variables, fields: collector.fields, writers, openers: collector.openers };
}

function noteWriter(scope: Declaring, writers: Set<FunctionDefinition>): void {
  const outermost = outermostOf(scope);
  if (outermost) writers.add(outermost);
}
