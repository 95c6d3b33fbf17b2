import type { Export, Import, Module } from '../../ir/program.js';
import { assignmentsOf, type Assignments } from '../../ir/assignments.js';
import type { ComputedImports } from './computed-imports.js';
import type { InstanceFields } from '../expressions/class-fields.js';
import type { Flow } from '../values/flow.js';
import { outsideValue } from '../values/external-values.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import type { ModulePaths } from './module-paths.js';
import { RunState } from '../values/run-state.js';
import { ModuleFlows, prepared, type LoadedModule } from './loaded-modules.js';
import type { Packages, RuntimeOf } from './module-system.js';
import { definedNames, listedNames } from './star-names.js';
import {
  constantValue,
  join,
  pathsOf,
  targetValue,
  UNKNOWN,
  type Closure,
  type Scope,
  type Value,
} from '../values/value.js';

/** Adds a library whose names all belong to a module. */
function addStar(scope: Scope, library: string): void {
  if (!scope.parent && !scope.stars?.includes(library)) (scope.stars ??= []).push(library);
}

/** A name of the libraries of which a module imports everything. */
function starExport({ stars = [], traits: { externals } }: Scope, name: string): Value | undefined {
  const [first, ...others] = stars.map((library) =>
    outsideValue(externals.canonical(`${library}.${name}`), externals),
  );
  return first && !name.startsWith('_') ? others.reduce(join, first) : undefined;
}

/** Loads each module of the package once, at its first import, and resolves its exports. */
export class ModuleLoader {
  private readonly loaded = new Map<string, LoadedModule>();
  /** The lookups in progress: a cycle of re-exports resolves to undefined. */
  private readonly lookups = new Set<string>();
  /** Exports known to be missing: without this cache, a name would be looked up once per path of star exports to a module. */
  private readonly missing = new Set<string>();
  /** Whether a lookup is in progress; a name found missing during it may only be missing because of a cycle. */
  private isLookingUp = false;
  readonly run = new RunState();
  /** What the functions of the program assign. */
  readonly assignments: Assignments;
  private machine!: Machine;

  constructor(
    modules: readonly Module[],
    private readonly paths: ModulePaths,
    private readonly runtimeOf: RuntimeOf,
    private readonly computed: ComputedImports,
  ) {
    const flows = new ModuleFlows();
    this.assignments = this.run.assignments = assignmentsOf(modules, (module) => {
      const system = this.runtimeOf(module.language).modules;
      return system.packages ? flows.of(module, system) : module;
    });
    for (const [index, module] of modules.entries())
      this.loaded.set(module.path, prepared(module, index, { runtimeOf, flows, run: this.run }));
  }

  /** Sets the machine that runs the modules. */
  connect(machine: Machine): void {
    this.machine = machine;
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
  load(path: string): LoadedModule | undefined {
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

  private outside(
    { module, system, frame }: LoadedModule,
    specifier: string,
    name: string,
  ): Value | undefined {
    const nested = name === '*' ? [] : (system.nested?.specifiers(specifier, name) ?? []);
    for (const each of nested) {
      const inner = this.paths.resolve(module, each);
      if (inner !== undefined) return this.exported(inner, '*') ?? UNKNOWN;
    }
    if (this.paths.owns(module, specifier)) return undefined;
    const { externals } = frame.scope.traits;
    const base = externals.canonical(specifier);
    const isWhole = name === '*' || name === 'default';
    return outsideValue(isWhole ? base : externals.canonical(`${base}.${name}`), externals);
  }

  private exported(path: string, name: string): Value | undefined {
    if (path.endsWith('/')) return this.namespaceExport(path, name);
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
  private scriptExport({ module: { path }, exports, stars }: LoadedModule, name: string): Value | undefined {
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
  private namedExport({ module, system, frame }: LoadedModule, name: string): Value | undefined {
    // `lookup` records the read, so that the run depends on the variable.
    if (frame.scope.flow.get(name)) return this.machine.lookup(name, frame);
    const binding = frame.scope.imports?.get(name);
    if (binding) return this.imported(module.path, binding.module, binding.name);
    const within = system.nested?.within(module.path, name);
    const inner = within === undefined ? undefined : this.paths.resolve(module, within);
    if (inner !== undefined) return this.exported(inner, '*');
    const { lazy } = system;
    const finder = lazy === undefined || name.startsWith('__') ? undefined : frame.scope.flow.get(lazy);
    return (finder && this.found(finder, name, frame)) ?? starExport(frame.scope, name);
  }

  /** What the function returns that a module has for names which it does not define. */
  private found(finder: Value, name: string, frame: Frame): Value | undefined {
    const lines = { line: 1, endLine: 1 };
    const callee = { kind: 'constant', value: null, ...lines } as const;
    const value = this.machine.call({
      kind: 'call',
      frame,
      node: { kind: 'call', callee, arguments: [], ...lines },
      callee: finder,
      names: pathsOf(finder),
      arguments: { positional: [constantValue(name)], named: new Map() },
    });
    return value.never ? undefined : value;
  }

  /** What a folder of modules without a file of its own has under a name. */
  private namespaceExport(folder: string, name: string): Value | undefined {
    if (name === '*') return targetValue({ kind: 'module', path: folder });
    const inner = this.paths.within(folder, name);
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
    const contained = [
      ...Array.from(exports.values(), (lookUp) => lookUp()),
      ...(commonJs.fields.get('exports')?.objects.flatMap(({ fields }) => [...fields.values()]) ?? []),
      commonJs.fields.get('exports'),
    ];
    return contained.some((value) =>
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
    // An import runs the module, whichever of its names are used.
    const from = this.loaded.get(module)?.module;
    const path = from && !node.typeOnly ? this.paths.resolve(from, node.module) : undefined;
    const own = node.implied === true && path !== undefined ? this.packageNameOf(path) : undefined;
    for (const { imported, local } of node.names) {
      if (local === '*') this.importAll(node.module, frame);
      else if (imports) imports.set(own ?? local, { module: node.module, name: imported });
      else if (inner) this.bindInner(local, this.imported(module, node.module, imported), inner.scope);
    }
    if (path !== undefined) this.exported(path, '*');
  }

  /** Binds a name that a function imports. */
  private bindInner(local: string, value: Value | undefined, scope: Scope): void {
    if (!value) (scope.missing ??= new Set()).add(local);
    scope.flow.set(local, value ?? UNKNOWN);
  }

  /** The name that a package gives itself, which its folder need not have. */
  private packageNameOf(folder: string): string | undefined {
    const [first] = this.paths.filesOf(folder) ?? [];
    return first === undefined ? undefined : this.loaded.get(first)?.module.packageName;
  }

  private importAll(specifier: string, frame: Frame): void {
    const from = this.loaded.get(frame.module)?.module;
    const path = from && this.paths.resolve(from, specifier);
    if (path === undefined) {
      // A module of a library: any name may be one of its own.
      addStar(frame.scope, frame.scope.traits.externals.canonical(specifier));
      return;
    }
    this.exported(path, '*');
    const files = this.paths.filesOf(path) ?? [path];
    for (const file of files) this.bindAll(file, specifier, frame);
  }

  /** Binds the names of a module that another one imports all of. */
  private bindAll(path: string, specifier: string, { scope }: Frame): void {
    const { imports } = scope;
    const loaded = this.loaded.get(path);
    if (!loaded || !imports) return;
    const { module, frame } = loaded;
    for (const star of frame.scope.stars ?? []) addStar(scope, star);
    const listed = loaded.system.listed === undefined ? undefined : this.exported(path, loaded.system.listed);
    for (const name of [...definedNames(module.body), ...listedNames(listed)])
      imports.set(name, { module: specifier, name });
    // Names that the other module imports are its names too.
    for (const name of frame.scope.imports?.keys() ?? [])
      if (!name.startsWith('_') && !imports.has(name)) imports.set(name, { module: specifier, name });
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
