import type {
  ClassDefinition,
  Export,
  Expression,
  FunctionDefinition,
  Import,
  Lines,
  Pattern,
  Statement,
} from '../../ir/program.js';
import { bindPattern } from '../expressions/bind.js';
import {
  argumentsSize,
  bindParameters,
  constructorOf,
  depthOf,
  notFollowed,
  runKey,
  unknownResult,
  withBound,
  withSelf,
} from '../calls/calls.js';
import { assumedResult } from '../calls/assumed-results.js';
import { outcomeOf, translated, type Outcome } from '../calls/outcomes.js';
import { changesIn, changing, replaceWritten } from '../flow/changing.js';
import { decorated, defineClass, fillFields, fillInstance, interfacesOf, superOf } from '../calls/classes.js';
import { asDeclared } from '../values/declared-results.js';
import { Implementations } from '../calls/implementations.js';
import { EVALUATE } from './evaluate.js';
import { EXECUTE, hoist } from './execute.js';
import { TOOL } from '../values/flow.js';
import { frameOf, toolsAt } from '../calls/frames.js';
import type { CallEvent, Event, Registration } from '../events.js';
import type { Arguments, Frame } from '../frame.js';
import type { Machine, Models } from '../machine.js';
import { withImplied } from '../values/guards.js';
import { assignIn } from '../values/assigned.js';
import { KeyOrigins } from '../values/key-origins.js';
import { UniqueMethods } from '../calls/unique-methods.js';
import { memberOf } from '../expressions/members.js';
import type { ModuleLoader } from '../modules/module-loader.js';
import { OuterReads } from '../calls/outer-reads.js';
import { noteEnded, returnNothing } from '../flow/deciding.js';
import { deferred, factsOf } from '../flow/pending.js';
import { Registrations } from './registrations.js';
import { Recursion } from '../calls/recursion.js';
import { Sources } from './sources.js';
import { Storage } from './storage.js';
import type { SourceKind, Taint } from '../values/taint.js';
import { redacted } from '../values/redaction.js';
import { specialResult } from '../expressions/special-methods.js';
import { typedValue } from '../expressions/types.js';
import { methodsOn, undeclared, variantsOf } from '../calls/undeclared.js';
import { WorkBudget } from './work-budget.js';
import {
  constantValue,
  join,
  objectValue,
  targetValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type Fact,
  type HeapObject,
  type Scope,
  type Value,
} from '../values/value.js';

/** The number of values processed in bulk that cost as much as evaluating a node. */
const VALUES_PER_NODE = 16;

/**
 * An abstract interpreter: it runs a program on abstract values (sources, constants, facts established by checks),
 * follows assignments, calls and objects across files, and emits each call, comparison and answer on the way.
 */
export class Interpreter implements Machine {
  private ids = 0;
  private keys = 0;
  private readonly origins = new KeyOrigins();
  private readonly outcomes = new Map<string, Outcome>();
  private readonly running = new Set<FunctionDefinition>();
  /** The outer variables that the current run has read. */
  private reads: OuterReads | undefined;
  private readonly recursion = new Recursion();
  private readonly unique = new UniqueMethods();
  private readonly implementations = new Implementations((info) => interfacesOf(info, this));
  private readonly storage = new Storage();
  /** The objects allocated by literals and calls, with their allocation sites. */
  readonly made: { readonly object: HeapObject; readonly node: object; readonly frame: Frame }[] = [];
  private readonly sources = new Sources();
  private readonly instances = new Map<ClassInfo, HeapObject>();
  /** The functions in the order of their definition, and those of them that have run. */
  readonly closures = new Map<FunctionDefinition, Closure>();
  readonly ran = new Set<FunctionDefinition>();
  readonly queue = new Registrations();

  constructor(
    private readonly loader: ModuleLoader,
    private readonly models: Models,
    private readonly listen: (event: Event) => void,
    readonly work = new WorkBudget(() => false),
  ) {}

  spend(values: number): void {
    this.work.spend(values / VALUES_PER_NODE);
  }

  evaluate(expression: Expression, frame: Frame): Value {
    this.work.spend(1);
    const evaluate = EVALUATE[expression.kind] as (node: Expression, frame: Frame, machine: Machine) => Value;
    return evaluate(expression, frame, this);
  }

  execute(statements: readonly Statement[], frame: Frame): void {
    hoist(statements, frame, this);
    for (const statement of statements) {
      if (!frame.alive) return;
      this.work.spend(1);
      const execute = EXECUTE[statement.kind] as (node: Statement, frame: Frame, machine: Machine) => void;
      execute(statement, frame, this);
    }
  }

  bind(pattern: Pattern, value: Value, frame: Frame, declares: boolean): void {
    bindPattern(pattern, value, frame, this, declares);
  }

  member(object: Value, property: string, frame: Frame, lines: Lines): Value {
    return memberOf(object, property, frame, lines, this);
  }

  call(event: CallEvent): Value {
    this.emit(this.models.emitted?.(event, this) ?? event);
    const { callee, frame, node, arguments: args } = event;
    let result = this.models(event, this);
    if (result?.constants && changesIn(event)) result = changing(result);
    for (const target of callee.targets) {
      let value: Value | undefined;
      if (target.kind === 'closure')
        for (let each: Closure | undefined = target; each; each = each.variant) {
          const returned = redacted(this.run(each, args, frame, node, target.self), each);
          value = value ? join(value, returned) : returned;
        }
      else if (target.kind === 'class') value = this.construct(target, args, frame, node);
      if (value) result = result ? join(result, value) : value;
    }
    const called = specialResult(callee, 'called', args.positional, frame, node, this);
    if (called) result = result ? join(result, called) : called;
    if (!result) replaceWritten(event);
    return assumedResult(event, result ?? unknownResult(event, this), this.models, this);
  }

  run(closure: Closure, args: Arguments, frame: Frame, lines: Lines, self?: Value): Value {
    const { function: definition } = closure;
    const all = withSelf(closure, withBound(closure, args), self ?? closure.self);
    this.ran.add(definition);
    if (this.running.has(definition))
      this.recursion.postpone({ closure, arguments: all, frame, lines, self });
    const deepest = depthOf(definition, closure.scope === frame.scope);
    if (this.running.has(definition) || frame.depth >= deepest) return notFollowed(all, frame, this);
    const name = runKey(closure, all, self ?? closure.self, frame);
    const remembered = this.outcomes.get(name);
    this.spend(argumentsSize(all) + (remembered?.reads.size ?? 0));
    const known = remembered?.reads.hold(this) === true ? remembered : undefined;
    if (known) {
      this.reads?.add(known.reads);
      known.record?.reuse(toolsAt(frame), frame.record);
    }
    const outcome = known ? translated(known, all) : this.runUncached(closure, all, frame, lines, self);
    if (!known) this.outcomes.set(name, outcome);
    for (const link of outcome.links ?? []) this.origins.add(link);
    noteEnded(outcome.excluded, frame, lines, this);
    if (definition.async) return deferred(outcome.value, factsOf(outcome.facts));
    this.learn(factsOf(outcome.facts), frame);
    return outcome.value;
  }

  /** Runs a function that a client reaches, and keeps what it reads. */
  noting(reads: OuterReads, run: () => void): void {
    this.reads = reads;
    try {
      run();
    } finally {
      this.reads = undefined;
    }
  }

  private runUncached(closure: Closure, args: Arguments, frame: Frame, lines: Lines, self?: Value): Outcome {
    const { function: definition } = closure;
    const inner = frameOf(closure, args, this.newId(), frame, self);
    this.running.add(definition);
    const around = this.reads;
    const reads = (this.reads = new OuterReads(inner.scope.id));
    const before = this.origins.count;
    this.emit({ kind: 'run', frame: inner });
    try {
      bindParameters(closure, args, inner, lines, this);
      this.execute(definition.body, inner);
      if (inner.alive) returnNothing(inner);
      if (inner.entry.kind === 'route' && !frame.function) this.emit({ kind: 'end', frame: inner });
      // A recovered panic also ends the function, before its checks are certain to have run.
      if (definition.recovers) inner.returns.push({ value: constantValue(null), facts: new Map() });
      const outcome = outcomeOf(inner, args, this);
      const value = asDeclared(withImplied(outcome.value, this), definition);
      this.running.delete(definition);
      this.recursion.resume(definition, frame.depth, (each) =>
        this.runUncached(each.closure, each.arguments, each.frame, each.lines, each.self),
      );
      // Origins of an argument do not apply to the arguments of other calls.
      const links = [...this.origins.linksOf(outcome.value.key, before)].filter(
        ({ key }) => !outcome.keys.includes(key),
      );
      return { ...outcome, value, links, reads };
    } finally {
      this.reads = around;
      around?.add(reads);
      this.running.delete(definition);
    }
  }

  construct(info: ClassInfo, args: Arguments, frame: Frame, lines: Lines): Value {
    const object = this.allocate(lines, frame, { class: info });
    fillInstance(object, info, frame, this);
    const self = objectValue(object);
    const constructor = constructorOf(info);
    if (constructor) this.run(constructor, args, frame, lines, self);
    else fillFields(object, info, args, frame, this, this.loader.fieldsOf(info.scope.module));
    return self;
  }

  /** The representative instance of a class whose construction is not seen. */
  instanceOf(info: ClassInfo): Value {
    let object = this.instances.get(info);
    object ??= { id: this.newId(), fields: new Map(), class: info };
    this.instances.set(info, object);
    return objectValue(object);
  }

  uniqueMethod(name: string): Value | undefined {
    const method = this.unique.find(name);
    return method?.owner && targetValue({ ...method, self: this.instanceOf(method.owner) });
  }

  implemented(info: ClassInfo, name: string): Value | undefined {
    return this.implementations.implemented(info, name, this);
  }

  isOwnMethod(name: string): boolean {
    return this.unique.has(name);
  }

  imported(from: string, specifier: string, name: string): Value | undefined {
    return this.loader.imported(from, specifier, name);
  }

  noteLoaded(from: string, specifier: Value): void {
    this.loader.noteLoaded(from, specifier);
  }

  lookup(name: string, frame: Frame): Value {
    if (name === 'this') return frame.self ?? UNKNOWN;
    if (name === 'super') return frame.owner ? superOf(frame.owner, frame) : UNKNOWN;
    for (let scope: Scope | undefined = frame.scope; scope; scope = scope.parent) {
      const value = scope.flow.get(name);
      if (value) {
        this.reads?.note(scope, name, value);
        const existing = scope !== frame.scope && scope.changes?.has(name) === true ? changing(value) : value;
        // `try: from x import f` with `f = None` in the handler: a name that was imported, and assigned too.
        const other = scope.imports?.get(name);
        const imported = other && this.imported(scope.module, other.module, other.name);
        return imported ? join(imported, existing) : existing;
      }
      const binding = scope.imports?.get(name);
      if (binding) return this.imported(scope.module, binding.module, binding.name) ?? UNKNOWN;
    }
    return undeclared(name, frame, this);
  }

  assign(name: string, value: Value, frame: Frame, declares: boolean): void {
    assignIn(frame.scope, name, value, declares);
  }

  learn(facts: readonly Fact[], frame: Frame): void {
    this.spend(facts.length);
    for (const fact of facts) {
      if ('constants' in fact) {
        frame.scope.flow.set(TOOL, { ...UNKNOWN, constants: fact.constants });
        continue;
      }
      for (const { key, sanitizedFor } of this.origins.implied(fact))
        frame.scope.flow.learn(key, sanitizedFor);
    }
  }

  isDerived(key: string): boolean {
    return this.origins.isDerived(key);
  }

  implied(facts: readonly Fact[]): Fact[] {
    return facts.flatMap((fact): Fact[] => ('constants' in fact ? [fact] : [...this.origins.implied(fact)]));
  }

  stored(place: string, frame: Frame): Value {
    return this.storage.read(place, frame, this.reads);
  }

  store(place: string, value: Value, frame: Frame): void {
    this.storage.write(place, value, frame, this);
  }

  inContext(name: string, frame: Frame): Value | undefined {
    return this.storage.inContext(name, frame, this.reads);
  }

  putInContext(name: string, value: Value, frame: Frame): void {
    this.storage.putInContext(name, value, frame);
  }

  emit(event: Event): void {
    this.listen(event);
  }

  register(registration: Registration): void {
    this.queue.add(registration);
  }

  allocate(node: object, frame: Frame, make: Partial<HeapObject> = {}): HeapObject {
    const made = (frame.scope.made ??= new Map<object, HeapObject>());
    let object = made.get(node);
    if (object) return object;
    object = { id: this.newId(), fields: new Map(), ...make };
    made.set(node, object);
    this.made.push({ object, node, frame });
    return object;
  }

  defineFunction(definition: FunctionDefinition, frame: Frame): void {
    const { receiver } = definition;
    const closure: Closure = { kind: 'closure', function: definition, scope: frame.scope };
    this.registerClosure(closure);
    if (!receiver) {
      const decorated = this.decorate(definition.decorators, closure, frame);
      const variants = variantsOf(frame.scope.flow.get(definition.name), definition, frame);
      this.assign(definition.name, variants.reduce(join, decorated), frame, true);
      return;
    }
    const type = receiver.type && this.evaluate(receiver.type, frame);
    for (const method of methodsOn(type, closure)) this.unique.add(method);
  }

  decorate(decorators: readonly Expression[], closure: Closure, frame: Frame): Value {
    return decorated(decorators, closure, frame, this);
  }

  defineClass(definition: ClassDefinition, frame: Frame): Value {
    const info = defineClass(definition, frame, this);
    this.implementations.add(info);
    return targetValue(info);
  }

  registerClosure(closure: Closure): void {
    this.closures.set(closure.function, closure);
    this.unique.add(closure);
  }

  importNames(node: Import, frame: Frame): void {
    this.loader.importNames(node, frame);
  }

  exportNames(node: Export, frame: Frame): void {
    this.loader.exportNames(node, frame);
  }

  returned(value: Value, lines: Lines, frame: Frame): void {
    if (frame.caller?.caller || frame.entry.kind === 'module' || frame.entry.kind === 'function') return;
    this.emit({ kind: 'answer', frame, lines, value });
  }

  typed(value: Value, type: Expression | undefined, frame: Frame): Value {
    return type ? typedValue(value, type, frame, this) : value;
  }

  newId(): number {
    return (this.ids += 1);
  }

  newKey(from?: string, bits = 0, suffix?: string): string {
    // A key contains the key that it is derived from, which shows whether it is about one item of many.
    const kept = from !== undefined && (suffix !== undefined || bits !== 0) ? from : '';
    const key = kept === '' ? `v${(this.keys += 1)}` : kept + (suffix ?? `%${(this.keys += 1)}`);
    if (from !== undefined && bits !== 0) this.origins.add({ key, from, bits });
    return key;
  }

  source(kind: SourceKind, name: string, frame: Pick<Frame, 'module' | 'entry'>, line: number): Taint {
    return this.sources.at(kind, name, frame, line);
  }
}
