import type { CiFacts, DocumentationFacts, TestFacts, ToolFacts } from './assessment.js';
import { roundedQuotient } from './exact-sums.js';

const README_LENGTH = 500;

/** The score of the documentation, 0 to 100. Tools should be named in the README; the check passes without tools. */
export function documentationScore(facts: DocumentationFacts, tools: readonly ToolFacts[]): number {
  const readme = facts.readmeLength !== null;
  const named = tools.filter((tool) => tool.namedInReadme).length;
  const namedPoints = tools.length === 0 ? 20 : roundedQuotient(20 * named, tools.length);
  return (
    points(40, (facts.readmeLength ?? 0) >= README_LENGTH) +
    points(10, readme && facts.installation && facts.usage) +
    points(namedPoints, readme) +
    points(15, facts.securityPolicy) +
    points(10, facts.licenseFile) +
    points(5, facts.changelog)
  );
}

/** The score of the tests, as far as it can be determined statically, 0 to 100. */
export function testScore({ files, runner, lines, sourceLines }: TestFacts): number {
  const measured = files > 0 && sourceLines > 0;
  return (
    points(40, files > 0) +
    points(20, runner) +
    points(20, measured && 10 * lines >= sourceLines) +
    points(20, measured && 10 * lines >= 3 * sourceLines)
  );
}

/** The score of continuous integration, 0 to 100. */
export const ciScore = (facts: CiFacts): number =>
  points(40, facts.workflow) +
  points(20, facts.workflow && facts.runsTests) +
  points(15, facts.workflow && facts.actionsPinned) +
  points(15, facts.workflow && facts.leastPermissions) +
  points(10, facts.scannerOrBot);

/** The maturity score from its three parts, 0 to 100. */
export const maturityScore = (documentation: number, tests: number, ci: number): number =>
  roundedQuotient(40 * documentation + 35 * tests + 25 * ci, 100);

const points = (count: number, when: boolean): number => (when ? count : 0);
