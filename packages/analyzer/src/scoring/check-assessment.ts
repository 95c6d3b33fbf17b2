import type { Assessment } from './assessment.js';

type Counts = readonly (readonly [name: string, count: number])[];
type Parts = readonly (readonly [name: string, part: number, whole: number])[];

/**
 * Rejects impossible counts, so that a bug in collecting them does not become a score.
 * @throws RangeError that names the field
 */
export function checkAssessment(assessment: Assessment): void {
  for (const [name, count] of countsOf(assessment)) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`${name} must be a whole number from 0, and is ${count}`);
    }
  }
  for (const [name, part, whole] of partsOf(assessment)) {
    if (part > whole) throw new RangeError(`${name} must be at most ${whole}, and is ${part}`);
  }
}

function countsOf({ scan, surface, codeQuality, dependencies, ...rest }: Assessment): Counts {
  const { lockfile, tests, documentation } = rest;
  return [
    ['scan.productFiles', scan.productFiles],
    ['scan.parsedProductFiles', scan.parsedProductFiles],
    ...surface.tools.flatMap((tool, index): Counts => [
      [`surface.tools[${index}].stringParameters`, tool.stringParameters],
      [`surface.tools[${index}].boundedStringParameters`, tool.boundedStringParameters],
    ]),
    ['codeQuality.outboundCalls', codeQuality.outboundCalls],
    ['codeQuality.outboundCallsWithTimeout', codeQuality.outboundCallsWithTimeout],
    ['codeQuality.swallowedExceptions', codeQuality.swallowedExceptions],
    ['codeQuality.blanketSuppressions', codeQuality.blanketSuppressions],
    ['dependencies.count', dependencies.count],
    ['dependencies.compared', dependencies.compared],
    ['dependencies.withKnownLicense', dependencies.withKnownLicense],
    ['dependencies.directInstallScripts', dependencies.directInstallScripts],
    ['dependencies.unpinned', dependencies.unpinned],
    ['lockfile.locked', lockfile.state === 'present' ? lockfile.locked : 0],
    ['lockfile.hashed', lockfile.state === 'present' ? lockfile.hashed : 0],
    ['documentation.readmeLength', documentation.readmeLength ?? 0],
    ['tests.files', tests.files],
    ['tests.lines', tests.lines],
    ['tests.sourceLines', tests.sourceLines],
  ];
}

function partsOf({ scan, surface, codeQuality, dependencies, lockfile }: Assessment): Parts {
  return [
    ['scan.parsedProductFiles', scan.parsedProductFiles, scan.productFiles],
    ...surface.tools.map((tool, index): Parts[number] => [
      `surface.tools[${index}].boundedStringParameters`,
      tool.boundedStringParameters,
      tool.stringParameters,
    ]),
    ['codeQuality.outboundCallsWithTimeout', codeQuality.outboundCallsWithTimeout, codeQuality.outboundCalls],
    ['dependencies.withKnownLicense', dependencies.withKnownLicense, dependencies.count],
    ...(lockfile.state === 'present'
      ? ([['lockfile.hashed', lockfile.hashed, lockfile.locked]] satisfies Parts)
      : []),
  ];
}
