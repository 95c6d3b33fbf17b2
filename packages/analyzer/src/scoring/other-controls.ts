import type { Assessment } from './assessment.js';
import type { ControlId } from './control-catalog.js';
import {
  type Check,
  counted,
  failed,
  notApplicable,
  notObservable,
  type Outcome,
  passed,
} from './control-outcome.js';
import { ciScore, documentationScore, testScore } from './maturity-score.js';
import { isHashed, observedLockfile } from './supply-chain-score.js';

/** The minimum score of documentation, tests and continuous integration. */
const ENOUGH = 60;

/** The checks of the controls of the categories SUPPLY_CHAIN and MATURITY. */
export const OTHER_CHECKS = {
  'SUP-001': soundDependencies,
  'SUP-002': lockedDependencies,
  'SUP-003': declaredLicense,
  'MAT-001': documented,
  'MAT-002': tested,
  'MAT-003': integrated,
} satisfies Partial<Record<ControlId, Check>>;

function soundDependencies({ dependencies }: Pick<Assessment, 'dependencies'>): Outcome {
  const severe = dependencies.matches.filter(
    ({ malicious, severity }) => malicious || severity === 'critical' || severity === 'high',
  );
  const malicious = severe.filter((match) => match.malicious).length;
  const faults = [
    ...faultOf(malicious, 'report of a malicious dependency', 'reports of malicious dependencies'),
    ...faultOf(severe.length - malicious, 'critical or high advisory', 'critical or high advisories'),
    ...faultOf(dependencies.directInstallScripts, 'direct dependency with an install script', SCRIPTED),
  ];
  if (faults.length > 0) return failed(`${faults.join('; ')}.`);
  const { count, compared, unknown } = dependencies;
  if (count === 0 && unknown.length === 0) return notApplicable('Not applicable: there are no dependencies.');
  if (!dependencies.advisoriesObservable)
    return notObservable(
      [
        `Not observable: ${counted(compared, 'dependency was', 'dependencies were')} compared.`,
        ...unknown,
      ].join(' '),
    );
  return passed(
    `No malicious dependency, no critical or high advisory, no direct install script; ${counted(compared, 'dependency was', 'dependencies were')} compared.`,
  );
}

const SCRIPTED = 'direct dependencies with an install script';

const faultOf = (count: number, one: string, more: string): string[] =>
  count > 0 ? [counted(count, one, more)] : [];

function lockedDependencies(assessment: Pick<Assessment, 'lockfile' | 'bundle'>): Outcome {
  const lockfile = observedLockfile(assessment);
  if (lockfile.state === 'none_needed') return notApplicable('Not applicable: there is nothing to lock.');
  if (lockfile.state === 'not_observable') {
    return notObservable(
      'Not observable: the lockfile is not in a format that is read, or lockfiles are stripped from packages of this kind.',
    );
  }
  if (lockfile.state === 'none') return failed('There is no lockfile.');
  const share = `${lockfile.hashed} of ${counted(lockfile.locked, 'locked dependency', 'locked dependencies')} with a digest`;
  const faults = [
    ...(lockfile.inSync ? [] : ['The lockfile lacks what a manifest asks for']),
    ...(isHashed(lockfile) ? [] : [`Only ${share}, less than 99 %`]),
  ];
  return faults.length > 0
    ? failed(`${faults.join('. ')}.`)
    : passed(`The lockfile is in step with the manifests; ${share}.`);
}

function declaredLicense({ license }: Pick<Assessment, 'license'>): Outcome {
  if (license === 'none') return failed('No license is declared.');
  if (license === 'unrecognised')
    return failed('The license is neither a valid SPDX expression nor a known text.');
  return passed(`The license is declared: ${license.replaceAll('_', ' ')}.`);
}

function documented({ documentation, surface }: Pick<Assessment, 'documentation' | 'surface'>): Outcome {
  return byScore('Documentation', documentationScore(documentation, surface.tools));
}

function tested({ tests, bundle }: Pick<Assessment, 'tests' | 'bundle'>): Outcome {
  if (bundle && tests.files === 0)
    return notObservable('Not observable: tests are stripped from packages of this kind.');
  return byScore('Tests', testScore(tests));
}

function integrated({ ci, bundle }: Pick<Assessment, 'ci' | 'bundle'>): Outcome {
  if (bundle && !ci.workflow) {
    return notObservable('Not observable: workflow files are stripped from packages of this kind.');
  }
  return byScore('Continuous integration', ciScore(ci));
}

function byScore(what: string, score: number): Outcome {
  const described = `${what}: ${score} of 100, ${ENOUGH} needed.`;
  return score >= ENOUGH ? passed(described) : failed(described);
}
