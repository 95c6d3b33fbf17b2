import type { CallEvent } from '../../engine/events.js';
import { CLIENT_SOURCES, SanitizedFor, type SourceKind } from '../../engine/values/taint.js';
import { pathsOf, type Value, maybe, surely } from '../../engine/values/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument, option } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import type { Found } from '../../findings/found.js';
import { allHarmful } from '../support/pieces.js';
import { together } from '../support/flow-reports.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** Data from other machines is treated like a client's. */
const SOURCES: ReadonlySet<SourceKind> = new Set([...CLIENT_SOURCES, 'remote-content']);

function check(
  event: CallEvent,
  value: Value,
  report: Report,
  confidence: NonNullable<Found['confidence']> = 'high',
): void {
  const [taint] = allHarmful(value, event.frame, SanitizedFor.DATA, true, SOURCES);
  if (!taint) return;
  report({
    ...flowInto(event, taint, sinkOf(event)),
    confidence,
    description: `Objects are made of ${describeSource(taint)} in a form that can hold code: reading it runs what is in it.`,
  });
}

const at =
  (index: number, name?: string): CallCheck =>
  (event, report) =>
    check(event, argument(event, index, name), report);

const lastParts = (value: Value | undefined): string[] =>
  value ? pathsOf(value).map((path) => path.slice(path.lastIndexOf('.') + 1)) : [];

/** `yaml.load(text, Loader=…)` with an unsafe loader, or without a loader. */
const yaml: CallCheck = (event, report) => {
  const loaders = lastParts(argument(event, 1, 'Loader'));
  const isGiven = event.arguments.positional.length > 1 || event.arguments.named.has('Loader');
  if (isGiven && !loaders.some((name) => /^(?:C?Loader|C?UnsafeLoader)$/u.test(name))) return;
  check(event, argument(event, 0, 'stream'), report, isGiven ? 'high' : 'medium');
};

/** The `js-yaml` schema that creates functions. */
const scriptYaml: CallCheck = (event, report) => {
  if (!lastParts(option(event, 'schema')).includes('DEFAULT_FULL_SCHEMA')) return;
  check(event, argument(event, 0), report);
};

const torch: CallCheck = (event, report) => {
  if (surely(event.arguments.named.get('weights_only'), true)) return;
  check(event, argument(event, 0, 'f'), report, 'medium');
};

const numpy: CallCheck = (event, report) => {
  if (maybe(event.arguments.named.get('allow_pickle'), true)) check(event, argument(event, 0), report);
};

/** A client's value is deserialized by a function that can run code. */
export const deserialization: Rule = {
  id: 'MCP-A005',
  class: 'A',
  title: 'Unsafe deserialization of what a client sends',
  severity: 'critical',
  confidence: 'high',
  cwe: 502,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'Data that a client sends, or that was fetched from another machine, is read by `pickle`, `marshal`, `yaml.load` with a full loader, `node-serialize` and the like.',
  why: 'These forms can name functions to be called while they are read: whoever writes the data runs code in the server.',
  example: {
    language: 'python',
    bad: 'state = pickle.loads(base64.b64decode(blob))',
    good: 'state = State.model_validate_json(blob)',
  },
  fix: 'Use a form that holds data alone (JSON, `yaml.safe_load`) and check it against a schema.',
  notCounted: [
    '`yaml.safe_load` and safe loaders',
    'data that the server itself has written',
    '`torch.load(weights_only=True)`',
  ],
  calls: {
    ...together(
      byName(names.deserialization.python, at(0)),
      byName(['yaml.load', 'yaml.load_all'], yaml),
      byName(['js-yaml.load', 'js-yaml.loadAll'], scriptYaml),
    ),
    'torch.load': torch,
    'numpy.load': numpy,
  },
};
