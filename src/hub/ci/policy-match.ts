import { SEVERITY_BOUNDS, type PolicyTarget } from '../policies/policy-target.js';
import type { McpFacts } from './mcp-facts.js';

/** That a policy is about a server. */
export interface Match {
  /**
   * False where it cannot be told, or is true of a part only (one of two licences). What is not certain counts against
   * the server: it is enough to deny and to warn, and too little for an exception.
   */
  readonly certain: boolean;
  readonly because: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const certainly = (because: string): Match => ({ certain: true, because });
const unknown = (because: string): Match => ({ certain: false, because });

/** Whether a policy's target matches a server; undefined where it does not (hub contract 11). */
export function matchOf(target: PolicyTarget, facts: McpFacts, now: Date): Match | undefined {
  switch (target.type) {
    case 'SCORE':
      return below('the global score', facts.globalScore, target.min);
    case 'CERT_LEVEL':
      if (facts.certificationLevel === null) return unknown('the certification level is not known');
      return below('the certification level', facts.certificationLevel, target.min);
    case 'AGE':
      return below('the age in days', ageInDays(facts.createdAt, now), target.min);
    case 'SEVERITY':
      if (SEVERITY_BOUNDS.indexOf(facts.worstFinding) >= SEVERITY_BOUNDS.indexOf(target.max))
        return undefined;
      return certainly(`the worst finding is ${facts.worstFinding}; allowed is at most ${target.max}`);
    case 'CONTROL':
      return ofControl(target.id, facts.controls.get(target.id));
    case 'CLASS':
      return ofList('findings of class', facts.classes, target.list);
    case 'LICENSE':
      if (facts.licenses === null) return unknown('the license is not known');
      return ofList('license', facts.licenses, target.list);
    case 'ORIGIN':
      return ofList('origin', [facts.origin], target.list);
    case 'MCP':
      if (!target.glob.fits(facts.nameKey)) return undefined;
      return certainly(`the name matches ${target.glob.text}`);
  }
}

/** A server of the future is new, not old. */
const ageInDays = (createdAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS));

// Asked this way round, a number that is none does not pass.
const below = (what: string, value: number, min: number): Match | undefined =>
  value >= min ? undefined : certainly(`${what}, ${value}, is below ${min}`);

function ofControl(id: string, passed: boolean | undefined): Match | undefined {
  if (passed === undefined) return unknown(`there is no result of control ${id}`);
  return passed ? undefined : certainly(`control ${id} is not passed`);
}

function ofList(what: string, own: readonly string[], listed: ReadonlySet<string>): Match | undefined {
  const found = own.filter((item) => listed.has(item));
  if (found.length === 0) return undefined;
  return { certain: found.length === own.length, because: `${what} ${found.join(', ')}` };
}
