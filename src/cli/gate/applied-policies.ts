import { isObject, type JsonObject } from '../../common/values/json.js';

/** Something about an evaluation as a whole. */
export interface EvaluationNotice {
  readonly code: string;
  readonly message: string;
  /** The environments that policies name. */
  readonly environments: readonly string[];
}

/** How many policies the decisions depended on. */
export interface AppliedPolicies {
  /** Undefined if the hub did not say. */
  readonly count?: number;
  /** Why the result says little; empty if policies applied. */
  readonly warnings: readonly EvaluationNotice[];
}

const NO_POLICY = 'no_policy_applied';

const MAX_ENVIRONMENTS = 20;

const OLD_HUB: AppliedPolicies = {
  warnings: [
    {
      code: 'policies_unknown',
      message: 'the hub is older than this command, and does not say whether any policy applied',
      environments: [],
    },
  ],
};

/** `--local` asks no hub. */
export const LOCAL_POLICIES: AppliedPolicies = {
  count: 0,
  warnings: [
    {
      code: NO_POLICY,
      message: 'no policy applied, because --local analyzes packages without a hub',
      environments: [],
    },
  ],
};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function noticeOf(warnings: unknown): EvaluationNotice {
  const list: readonly unknown[] = Array.isArray(warnings) ? warnings : [];
  const warning = list.find((each): each is JsonObject => isObject(each) && each['code'] === NO_POLICY);
  const environments = warning?.['environments'];
  return {
    code: NO_POLICY,
    message: textIn(warning?.['message']) ?? 'no policy applied',
    environments: (Array.isArray(environments) ? (environments as unknown[]) : [])
      .filter((name): name is string => typeof name === 'string')
      .slice(0, MAX_ENVIRONMENTS),
  };
}

/** What an answer of the hub says. */
export function policiesIn(answer: JsonObject): AppliedPolicies {
  const count = answer['policies_applied'];
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) return OLD_HUB;
  return { count, warnings: count > 0 ? [] : [noticeOf(answer['warnings'])] };
}

/** The answer that depended on the fewest policies, as the result is no better than that. */
export const fewest = (answers: readonly AppliedPolicies[]): AppliedPolicies | undefined =>
  answers.reduce<AppliedPolicies | undefined>(
    (least, each) => (least !== undefined && (least.count ?? -1) <= (each.count ?? -1) ? least : each),
    undefined,
  );

/** What to do about a refused report. */
export const ADVICE_WITHOUT_POLICIES =
  'correct --environment (MCP_HUB_ENVIRONMENT), enable a policy for it, or accept this with --allow-no-policy';
