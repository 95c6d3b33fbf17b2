import type { Call, Declare, Expression, FunctionDefinition, Lines, Statement } from '../../../ir/program.js';
import { nodesWithin } from '../../../ir/walk.js';

/** The helpers of esbuild, Bun and Rolldown for a CommonJS module: they return a function that runs it once. */
const COMMON_JS = /^__commonJS(?:Min)?$/u;

type Parts = ReturnType<typeof nodesWithin>;

/** A helper that a bundler emits, by what it does: minifiers rename it. */
interface Helper {
  readonly name: string;
  readonly parameters: readonly [number, number];
  readonly fits: (parts: Parts, names: readonly string[]) => boolean;
}

const hasMember = (parts: Parts, property: string): boolean =>
  parts.some((node) => node.kind === 'member' && node.property === property);

/** `m = { exports: {} }` for one of some names. */
const createsExports = (parts: Parts, names: readonly string[]): boolean =>
  parts.some((node) => {
    if (node.kind !== 'assign' || node.target.kind !== 'bind' || node.value.kind !== 'object') return false;
    const [entry] = node.value.entries;
    return (
      names.includes(node.target.name) &&
      entry !== undefined &&
      'key' in entry &&
      entry.key.kind === 'constant' &&
      entry.key.value === 'exports'
    );
  });

const HELPERS: readonly Helper[] = [
  { name: '__commonJS', parameters: [1, 3], fits: createsExports },
  {
    name: '__toESM',
    parameters: [1, 3],
    fits: (parts) =>
      hasMember(parts, '__esModule') &&
      parts.some((node) => node.kind === 'constant' && node.value === 'default'),
  },
  {
    name: '__export',
    parameters: [2, 2],
    fits: (parts) =>
      parts.some((node) => node.kind === 'for-each' && node.key !== undefined) &&
      parts.some(
        (node) =>
          node.kind === 'object' &&
          node.entries.some(
            (entry) =>
              'key' in entry &&
              entry.key.kind === 'constant' &&
              entry.key.value === 'get' &&
              entry.value.kind === 'index',
          ),
      ),
  },
];

/** The largest helper, in nodes. */
const MAX_HELPER = 120;

/** The name of the helper that a function is. */
function helperOf({ parameters, body, name }: FunctionDefinition): string | undefined {
  if (name.startsWith('__')) return undefined;
  const names = parameters.flatMap(({ pattern }) => (pattern.kind === 'bind' ? [pattern.name] : []));
  if (names.length < 1 || names.length > 3 || body.length > 2) return undefined;
  const parts = nodesWithin(body);
  if (parts.length > MAX_HELPER) return undefined;
  return HELPERS.find(
    ({ parameters: [least, most], fits }) =>
      names.length >= least && names.length <= most && fits(parts, names),
  )?.name;
}

/** The function of a wrapped module: `__commonJS((exports, module) => {…})`, or the one method of an object. */
function moduleFunction({ arguments: given }: Call): Expression | undefined {
  const [first] = given;
  if (first?.value.kind === 'function') return first.value;
  if (first?.value.kind !== 'object' || first.value.entries.length !== 1) return undefined;
  const [entry] = first.value.entries;
  return entry && 'value' in entry && entry.value.kind === 'function' ? entry.value : undefined;
}

/**
 * `() => { const module = { exports: {} }; run(module.exports, module); return module.exports; }`: each module has an object of its
 * own, while the helper creates those of all modules at one location.
 */
function loaderOf(run: Expression, name: string, { line, endLine }: Lines): Expression {
  const lines = { line, endLine };
  const constant = { kind: 'constant', value: 'exports', ...lines } as const;
  const empty = { kind: 'object', entries: [], ...lines } as const;
  const created = { kind: 'object', entries: [{ key: constant, value: empty }], ...lines } as const;
  const module = { kind: 'name', name: 'module', ...lines } as const;
  const exported = { kind: 'member', object: module, property: 'exports', ...lines } as const;
  const call = {
    kind: 'call',
    callee: run,
    arguments: [{ value: exported }, { value: module }],
    ...lines,
  } as const;
  return {
    kind: 'function',
    function: {
      name,
      kind: 'function',
      parameters: [],
      body: [
        { kind: 'declare', target: { kind: 'bind', name: 'module', ...lines }, value: created, ...lines },
        { kind: 'expression', expression: call, ...lines },
        { kind: 'return', value: exported, ...lines },
      ],
      decorators: [],
      ...lines,
    },
    ...lines,
  };
}

/** A variable that is declared with a value. */
interface Variable {
  readonly node: Declare;
  readonly name: string;
  readonly value: Expression;
}

const variableIn = (node: Statement): Variable | undefined =>
  node.kind === 'declare' && node.target.kind === 'bind' && node.value
    ? { node, name: node.target.name, value: node.value }
    : undefined;

/**
 * Gives the modules that a bundler has wrapped in functions objects of their own, and its helpers the names by which models know
 * them.
 */
export function unwrapModules(body: readonly Statement[]): readonly Statement[] {
  const commonJs = new Set<string>();
  const renamed = body.map((node): Statement => {
    const variable = variableIn(node);
    if (variable?.value.kind !== 'function') return node;
    const { value } = variable;
    const helper = COMMON_JS.test(variable.name) ? '__commonJS' : helperOf(value.function);
    if (helper === undefined) return node;
    if (helper === '__commonJS') commonJs.add(variable.name);
    return { ...variable.node, value: { ...value, function: { ...value.function, name: helper } } };
  });
  if (commonJs.size === 0) return renamed;
  return renamed.map((node): Statement => {
    const variable = variableIn(node);
    if (variable?.value.kind !== 'call' || variable.value.callee.kind !== 'name') return node;
    const run = commonJs.has(variable.value.callee.name) ? moduleFunction(variable.value) : undefined;
    return run ? { ...variable.node, value: loaderOf(run, variable.name, variable.node) } : node;
  });
}
