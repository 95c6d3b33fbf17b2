import { entryFrame } from './frames.js';
import type { Export, Import, Module } from '../ir/program.js';
import { assignmentsOf, type Assignments } from '../ir/assignments.js';
import { canonicalPath } from './canonical-path.js';
import type { ComputedImports } from './computed-imports.js';
import type { InstanceFields } from './class-fields.js';
import { Flow } from './flow.js';
import { outsideValue } from './known-constants.js';
import type { Entry, Frame, Machine } from './machine.js';
import type { ModulePaths } from './module-paths.js';
import { RunState } from './run-state.js';
import type { ModuleSystem, Packages, RuntimeOf } from './module-system.js';
import {
  join,
  objectValue,
  targetValue,
  UNKNOWN,
  type Closure,
  type HeapObject,
  type Scope,
  type Value,
} from './value.js';

interface Loaded {
  readonly module: Module;
  readonly system: ModuleSystem;
  readonly frame: Frame;
  /** The `module` object of CommonJS. */
  readonly commonJs: HeapObject;
  /** The ECMAScript exports: how to look up each name. */
  readonly exports: Map<string, () => Value | undefined>;
  readonly stars: string[];
  state: 'new' | 'loading' | 'loaded';
}

/** Loads each module of the package once, at its first import, and resolves its exports. */
export class ModuleLoader {
  private readonly loaded = new Map<string, Loaded>();
  /** The variables of files that share them, by package. */
  private readonly sharedFlows = new Map<string, Flow<Value>>();
  /** The lookups in progress: a cycle of re-exports resolves to undefined. */
  private readonly lookups = new Set<string>();
  /** Exports known to be missing: without this cache, a name would be looked up once per path of star exports to a module. */
  private readonly missing = new Set<string>();
  /** Whether a lookup is in progress; a name found missing during it may only be missing because of a cycle. */
  private isLookingUp = false;
  private readonly run = new RunState();
  /** What the functions of the program assign. */
  readonly assignments: Assignments;
  private machine!: Machine;

  constructor(
    modules: readonly Module[],
    private readonly paths: ModulePaths,
    private readonly runtimeOf: RuntimeOf,
    private readonly computed: ComputedImports,
  ) {
    this.assignments = this.run.assignments = assignmentsOf(modules, (module) => {
      const { packages } = this.runtimeOf(module.language).modules;
      return packages ? this.sharedFlow(packages.nameOf(module)) : module;
    });
    for (const [index, module] of modules.entries())
      this.loaded.set(module.path, this.prepare(module, index));
  }

  /** Sets the machine that runs the modules. */
  connect(machine: Machine): void {
    this.machine = machine;
  }

  private prepare(module: Module, index: number): Loaded {
    const { traits, modules } = this.runtimeOf(module.language);
    const entry: Entry = { kind: 'module', name: module.path };
    const flow = this.flowOf(module, modules);
    const changes = this.run.assignments?.variables.get(modules.packages ? flow : module);
    const scope: Scope = {
      // Modules have negative ids, assigned before anything runs.
      id: -1 - index,
      flow,
      ...(changes && { changes }),
      module: module.path,
      traits,
      run: this.run,
      imports: new Map(),
    };
    const exported: HeapObject = { id: -1 - index, fields: new Map() };
    const commonJs: HeapObject = {
      id: -1 - index,
      fields: new Map([['exports', objectValue(exported)]]),
    };
    if (modules.exports === 'declared') {
      scope.flow.set('module', objectValue(commonJs));
      scope.flow.set('exports', objectValue(exported));
    }
    const frame = entryFrame(entry, scope);
    return { module, system: modules, frame, commonJs, exports: new Map(), stars: [], state: 'new' };
  }

  /** The variables of a module, which other files of its package may share. */
  private flowOf(module: Module, { packages }: ModuleSystem): Flow<Value> {
    if (!packages) return new Flow();
    return this.sharedFlow(packages.nameOf(module));
  }

  private sharedFlow(name: string): Flow<Value> {
    const flow = this.sharedFlows.get(name) ?? new Flow<Value>();
    this.sharedFlows.set(name, flow);
    return flow;
  }

  /** How the libraries of a module's language handle the fields of instances. */
  fieldsOf(path: string): InstanceFields | undefined {
    const loaded = this.loaded.get(path);
    return loaded && this.runtimeOf(loaded.module.language).fields;
  }

  /**
   * Runs a module's top level, if it has not run yet.
   * @throws BudgetSpent
   */
  load(path: string): Loaded | undefined {
    const loaded = this.loaded.get(path);
    if (loaded?.state !== 'new') return loaded;
    const { module, system, frame } = loaded;
    if (system.packages) {
      this.loadPackage(frame.scope.flow, system.packages);
      return loaded;
    }
    loaded.state = 'loading';
    this.apart(() => {
      this.machine.execute(module.body, frame);
    });
    loaded.state = 'loaded';
    return loaded;
  }

  /** The frame of a module's own code; undefined while it has not run. */
  frameOf(path: string): Frame | undefined {
    const loaded = this.loaded.get(path);
    return loaded?.state === 'loaded' ? loaded.frame : undefined;
  }

  /** Runs a module outside the current lookup: names that were missing before may exist afterward. */
  private apart(run: () => void): void {
    const before = this.isLookingUp;
    this.isLookingUp = false;
    this.missing.clear();
    try {
      run();
    } finally {
      this.isLookingUp = before;
      this.missing.clear();
    }
  }

  /** Runs the files of a package: its types and functions are defined before any of its variables. */
  private loadPackage(flow: Flow<Value>, packages: Packages): void {
    const files = [...this.loaded.values()].filter(
      (each) => each.state === 'new' && each.frame.scope.flow === flow,
    );
    for (const file of files) file.state = 'loading';
    for (const { module: each, frame } of files)
      for (const statement of each.body)
        if (statement.kind === 'import') this.machine.importNames(statement, frame);
    // Structs that embed others are defined after them.
    for (const embeds of [false, true])
      for (const { module: each, frame } of files)
        for (const statement of each.body)
          if (statement.kind === 'class' && statement.class.bases.length > 0 === embeds)
            this.machine.assign(
              statement.class.name,
              this.machine.defineClass(statement.class, frame),
              frame,
              true,
            );
    for (const { module: each, frame } of files)
      for (const statement of each.body)
        if (statement.kind === 'function') this.machine.defineFunction(statement.function, frame);
    for (const { module: each, frame } of files) this.machine.execute(each.body, frame);
    for (const file of files) file.state = 'loaded';
    for (const { module: each, frame } of files) this.runStarts(each, packages, frame);
  }

  private runStarts(module: Module, packages: Packages, frame: Frame): void {
    for (const statement of module.body) {
      if (statement.kind !== 'function' || statement.function.receiver) continue;
      if (!packages.isStart(statement.function.name, module)) continue;
      const closure = { kind: 'closure', function: statement.function, scope: frame.scope } as const;
      this.machine.run(closure, { positional: [], named: new Map() }, frame, statement);
    }
  }

  /** What another module exports under a name; with an empty specifier, what the module at the path itself exports. */
  imported(from: string, specifier: string, name: string): Value | undefined {
    const lookup = `${from}\0${specifier}\0${name}`;
    if (this.lookups.has(lookup)) return undefined;
    const isFirst = !this.isLookingUp;
    this.isLookingUp = true;
    this.lookups.add(lookup);
    let isMissing = false;
    try {
      const value = this.lookUp(from, specifier, name);
      isMissing = !value;
      return value;
    } finally {
      this.lookups.delete(lookup);
      this.isLookingUp = !isFirst;
      // If the name was found, the names found missing on the way may only have been part of a cycle.
      if (isFirst && !isMissing) this.missing.clear();
    }
  }

  private lookUp(from: string, specifier: string, name: string): Value | undefined {
    if (specifier === '') return this.exported(from, name);
    const loaded = this.loaded.get(from);
    if (!loaded) return undefined;
    const { module, system } = loaded;
    const path = this.paths.resolve(module, specifier);
    if (path === undefined) return this.outside(loaded, specifier, name);
    if (name === '*') return this.exported(path, '*');
    const value = this.exported(path, name);
    if (value || !system.nested) return value;
    const [first] = system.nested.specifiers(specifier, name);
    const inner = this.paths.resolve(module, first);
    return inner === undefined ? undefined : this.exported(inner, '*');
  }

  private outside({ module, system }: Loaded, specifier: string, name: string): Value {
    const nested = name === '*' ? [] : (system.nested?.specifiers(specifier, name) ?? []);
    for (const each of nested) {
      const inner = this.paths.resolve(module, each);
      if (inner !== undefined) return this.exported(inner, '*') ?? UNKNOWN;
    }
    const base = canonicalPath(specifier);
    return outsideValue(name === '*' || name === 'default' ? base : canonicalPath(`${base}.${name}`));
  }

  private exported(path: string, name: string): Value | undefined {
    const files = this.paths.filesOf(path);
    if (files && !this.loaded.has(path)) return this.packageExport(path, files, name);
    const loaded = this.load(path);
    if (!loaded) return undefined;
    const { system, frame, commonJs, exports, stars } = loaded;
    if (system.exports === 'names')
      return name === '*' ? targetValue({ kind: 'module', path }) : this.namedExport(loaded, name);
    const isCommonJs = exports.size === 0 && stars.length === 0;
    const common = commonJs.fields.get('exports') ?? UNKNOWN;
    if (name === '*') return isCommonJs ? common : targetValue({ kind: 'module', path });
    if (!isCommonJs) return this.scriptExport(loaded, name);
    return name === 'default'
      ? join(common, this.machine.member(common, 'default', frame, { line: 1, endLine: 1 }))
      : this.machine.member(common, name, frame, { line: 1, endLine: 1 });
  }

  /** What an ECMAScript module exports under a name, directly or by `export *`. */
  private scriptExport({ module: { path }, exports, stars }: Loaded, name: string): Value | undefined {
    const location = `${path}\0${name}`;
    if (this.missing.has(location)) return undefined;
    // A nested lookup of the same name finds nothing.
    this.missing.add(location);
    let found = exports.get(name)?.();
    for (const star of stars) found ??= this.imported(path, star, name);
    if (found) this.missing.delete(location);
    return found;
  }

  /** What a module exports implicitly: its variables, imports, and nested modules. */
  private namedExport({ module, system, frame }: Loaded, name: string): Value | undefined {
    // `lookup` records the read, so that the run depends on the variable.
    if (frame.scope.flow.get(name)) return this.machine.lookup(name, frame);
    const binding = frame.scope.imports?.get(name);
    if (binding) return this.imported(module.path, binding.module, binding.name);
    const within = system.nested?.within(module.path, name);
    if (within === undefined) return undefined;
    const inner = this.paths.resolve(module, within);
    return inner === undefined ? undefined : this.exported(inner, '*');
  }

  private packageExport(folder: string, files: readonly string[], name: string): Value | undefined {
    for (const file of files) this.load(file);
    const [first] = files;
    if (name === '*') return targetValue({ kind: 'module', path: folder });
    const frame = first === undefined ? undefined : this.loaded.get(first)?.frame;
    return frame?.scope.flow.get(name) && this.machine.lookup(name, frame);
  }

  /** Whether other packages may call a function, because its module exports it. */
  isExported({ function: { name, receiver }, scope }: Closure): boolean {
    const loaded = scope.parent ? undefined : this.loaded.get(scope.module);
    if (!loaded || receiver) return false;
    const { module, system, exports, commonJs } = loaded;
    if (system.exports === 'names') return system.isPublic?.(name, module) ?? false;
    const held = [
      ...Array.from(exports.values(), (lookUp) => lookUp()),
      ...(commonJs.fields.get('exports')?.objects.flatMap(({ fields }) => [...fields.values()]) ?? []),
      commonJs.fields.get('exports'),
    ];
    return held.some((value) =>
      value?.targets.some(
        (target) => target.kind === 'closure' && target.function.name === name && target.scope === scope,
      ),
    );
  }

  /** Notes that the code of a module loads what a value names. */
  noteLoaded(from: string, specifier: Value): void {
    const module = this.loaded.get(from)?.module;
    if (module) this.computed.note(module, specifier);
  }

  importNames(node: Import, frame: Frame): void {
    const { imports, module } = frame.scope;
    const inner = imports ? undefined : frame;
    for (const { imported, local } of node.names) {
      if (local === '*') this.importAll(node.module, frame);
      else if (imports) imports.set(local, { module: node.module, name: imported });
      else inner?.scope.flow.set(local, this.imported(module, node.module, imported) ?? UNKNOWN);
    }
    // An import runs the module, whichever of its names are used.
    const from = this.loaded.get(module)?.module;
    const path = from && !node.typeOnly ? this.paths.resolve(from, node.module) : undefined;
    if (path !== undefined) this.exported(path, '*');
  }

  private importAll(specifier: string, frame: Frame): void {
    const from = this.loaded.get(frame.module)?.module;
    const path = from && this.paths.resolve(from, specifier);
    if (path === undefined) {
      // A module of a library: any name may be one of its own.
      const base = canonicalPath(specifier);
      if (!frame.scope.parent && !frame.scope.stars?.includes(base)) (frame.scope.stars ??= []).push(base);
      return;
    }
    this.exported(path, '*');
    const files = this.paths.filesOf(path) ?? [path];
    for (const file of files) {
      const loaded = this.loaded.get(file);
      for (const statement of loaded?.module.body ?? []) {
        const names =
          statement.kind === 'function'
            ? [statement.function.name]
            : statement.kind === 'class'
              ? [statement.class.name]
              : statement.kind === 'declare' && statement.target.kind === 'bind'
                ? [statement.target.name]
                : [];
        for (const name of names) frame.scope.imports?.set(name, { module: specifier, name });
      }
      // Names that the other module imports are its names too.
      for (const name of loaded?.frame.scope.imports?.keys() ?? [])
        if (!name.startsWith('_') && !frame.scope.imports?.has(name))
          frame.scope.imports?.set(name, { module: specifier, name });
    }
  }

  exportNames(node: Export, frame: Frame): void {
    const loaded = this.loaded.get(frame.module);
    if (!loaded) return;
    this.missing.clear();
    if (node.value) {
      const value = this.machine.evaluate(node.value, frame);
      loaded.exports.set('default', () => value);
    }
    const { module } = node;
    for (const { local, exported } of node.names) {
      if (module !== undefined && exported === '*') loaded.stars.push(module);
      else if (module !== undefined)
        loaded.exports.set(exported, () => this.imported(frame.module, module, local));
      else loaded.exports.set(exported, () => this.machine.lookup(local, frame));
    }
  }
}
