import type { VulnerabilityClass } from '../findings/classes.js';
import type { Assessment, TransportFacts } from './assessment.js';
import type { ControlId } from './control-catalog.js';
import {
  byClasses,
  type Check,
  counted,
  failed,
  notApplicable,
  notObservable,
  type Outcome,
  passed,
} from './control-outcome.js';

const none = (...classes: VulnerabilityClass[]): Check => {
  return ({ findings }) => byClasses(findings, classes);
};

/** The checks of the controls of category SECURITY. */
export const SECURITY_CHECKS = {
  'SEC-001': none('A', 'D'),
  'SEC-002': none('B'),
  'SEC-003': none('E'),
  'SEC-004': none('F', 'G'),
  'SEC-005': none('L'),
  'SEC-006': none('K'),
  'SEC-007': inputSchemas,
  'SEC-008': leastPrivilege,
  'SEC-009': secureTransport,
  'SEC-010': none('M', 'N'),
  'SEC-011': none('I', 'J'),
} satisfies Partial<Record<ControlId, Check>>;

function inputSchemas({ surface: { tools } }: Pick<Assessment, 'surface'>): Outcome {
  if (tools.length === 0) return notApplicable('Not applicable: the server has no tools.');
  const untyped = tools.filter((tool) => !tool.typedSchema).length;
  const strings = tools.reduce((sum, tool) => sum + tool.stringParameters, 0);
  const bounded = tools.reduce((sum, tool) => sum + tool.boundedStringParameters, 0);
  const share = `${bounded} of ${counted(strings, 'string parameter')} bounded or validated`;
  const faults = [
    ...(untyped > 0 ? [`${counted(untyped, 'tool')} without a typed input schema`] : []),
    ...(5 * bounded < 4 * strings ? [`only ${share}, less than 80 %`] : []),
  ];
  return withFaults(passed(`All tools have typed input schemas; ${share}.`), faults);
}

/** Packages have no known way to declare permissions, so that the ones they use cannot be compared with any. */
function leastPrivilege({ findings }: Pick<Assessment, 'findings'>): Outcome {
  const outcome = byClasses(findings, ['C']);
  return { ...outcome, message: `${outcome.message} Declared permissions are not compared with the code.` };
}

function secureTransport({
  findings,
  surface: { transport },
}: Pick<Assessment, 'findings' | 'surface'>): Outcome {
  const outcome = byClasses(findings, ['H']);
  if (transport.kind === 'stdio') return outcome;
  if (transport.kind !== 'unknown') return withFaults(outcome, transportFaults(transport));
  return outcome.state === 'failed'
    ? outcome
    : notObservable('Not observable: which transport the server uses could not be seen.');
}

const transportFaults = (transport: TransportFacts): string[] => [
  ...(transport.bindsLoopback || transport.usesTls
    ? []
    : ['the transport listens beyond loopback without TLS']),
  ...(transport.checksOrigin ? [] : ['the transport does not check the Origin of requests']),
  ...(transport.authenticates ? [] : ['the transport does not authenticate its callers']),
];

function withFaults(outcome: Outcome, faults: readonly string[]): Outcome {
  if (faults.length === 0) return outcome;
  const described = faults.map((fault) => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`);
  return failed(
    [...(outcome.state === 'failed' ? [outcome.message] : []), ...described].join(' '),
    outcome.evidence,
  );
}
