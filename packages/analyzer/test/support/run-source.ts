import { entryFrame, scopeWithin } from '../../src/engine/calls/frames.js';
import { ComputedImports } from '../../src/engine/modules/computed-imports.js';
import { Interpreter } from '../../src/engine/run/interpreter.js';
import type { Frame } from '../../src/engine/frame.js';
import { ModuleLoader } from '../../src/engine/modules/module-loader.js';
import { ModulePaths } from '../../src/engine/modules/module-paths.js';
import { taintsWithin } from '../../src/engine/values/objects.js';
import { SANITIZED_FOR_ALL, type SourceKind, type Taint } from '../../src/engine/values/taint.js';
import { UNKNOWN, type Closure, type Value } from '../../src/engine/values/value.js';
import type { LanguageName } from '../../src/ir/program.js';
import { languageNamed } from '../../src/languages/index.js';
import type { ParsedFile } from '../../src/languages/parsed-file.js';
import type { Model } from '../../src/models/model.js';
import { createModels } from '../../src/models/models.js';

const ENDINGS: Readonly<Record<LanguageName, string>> = {
  javascript: 'js',
  typescript: 'ts',
  python: 'py',
  go: 'go',
};

/** The value that reached a call of `sink` in its arguments. */
export interface Reached {
  readonly taints: readonly Taint[];
  readonly value: Value;
}

export interface SourceRun {
  readonly sinks: readonly Reached[];
  /** The paths of all external functions that were called. */
  readonly called: ReadonlySet<string>;
}

const parse = async (language: LanguageName, source: string): Promise<ParsedFile> =>
  languageNamed(language).parse(`main.${ENDINGS[language]}`, language, source);

const nothing: Model = () => undefined;

/** The frame in which a client calls `handler`. */
const frameFor = ({ scope }: Closure): Frame =>
  entryFrame({ kind: 'tool', name: 'handler' }, scopeWithin(scope, -1000));

/** Runs source code and then its function `handler` with a client's arguments; returns the arguments of calls of `sink`. */
export async function runSource(language: LanguageName, source: string): Promise<SourceRun> {
  const { module, problem } = await parse(language, source);
  if (problem !== undefined) throw new Error(`${problem}: ${source}`);
  const modules = [module];
  const { traits, models: table } = languageNamed(language);
  const models = createModels(new Map([[traits, { surface: nothing, table }]]));
  const layout = { files: new Map(), folders: () => new Map<string, string>() };
  const loader = new ModuleLoader(
    modules,
    new ModulePaths(modules, layout, languageNamed),
    languageNamed,
    new ComputedImports(layout, languageNamed),
  );
  const sinks: Reached[] = [];
  const called = new Set<string>();
  const interpreter = new Interpreter(loader, models, (event) => {
    if (event.kind !== 'call') return;
    for (const name of event.names) called.add(name);
    if (!event.names.includes('sink')) return;
    const { positional, spread } = event.arguments;
    for (const value of [...positional, ...(spread ? [spread] : [])])
      sinks.push({ value, taints: taintsWithin(value, event.frame) });
  });
  loader.connect(interpreter);
  interpreter.work.startEntry();
  loader.load(module.path);
  sinks.length = 0;
  const handler = [...interpreter.closures.values()].find((closure) => closure.function.name === 'handler');
  if (!handler) throw new Error(`no handler in ${source}`);
  const frame = frameFor(handler);
  const positional = handler.function.parameters.map(({ pattern }): Value => {
    const name = pattern.kind === 'bind' ? pattern.name : 'input';
    const taint = interpreter.source('tool-parameter', name, frame, handler.function.line);
    return { ...UNKNOWN, taints: [taint], key: interpreter.newKey() };
  });
  interpreter.run(handler, { positional, named: new Map() }, frame, handler.function);
  return { sinks, called };
}

const CLIENT: ReadonlySet<SourceKind> = new Set<SourceKind>(['tool-parameter']);

/** Whether a value from some sources reaches a sink without being sanitized for a use. */
export const isHarmful = (
  { sinks }: SourceRun,
  bit: number,
  kinds: ReadonlySet<SourceKind> = CLIENT,
): boolean =>
  sinks.some(({ taints }) =>
    taints.some(({ source, sanitizedFor }) => kinds.has(source.kind) && (sanitizedFor & bit) !== bit),
  );

/** The kinds and names of the sources that reach sinks without being sanitized for all uses. */
export const sourcesOf = ({ sinks }: SourceRun): string[] => {
  const taints = sinks
    .flatMap((sink) => sink.taints)
    .filter(({ sanitizedFor }) => (sanitizedFor & SANITIZED_FOR_ALL) !== SANITIZED_FOR_ALL);
  return [...new Set(taints.map(({ source }) => `${source.kind}: ${source.name}`))];
};
