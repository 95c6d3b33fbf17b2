import { isObject, type JsonObject } from '../../common/values/json.js';
import {
  BUILT_IN_RULES,
  EVALUATION_LIMITS,
  isBuiltInRule,
  type Reference,
  type StartFacts,
} from '@mcp-hub/client-configurations';
import { CommandFailure } from '../command-failure.js';
import type { HubClient } from '../hub/hub-client.js';
import { fewest, policiesIn, type AppliedPolicies } from './applied-policies.js';
import type { Evaluate, Issue, ReferenceDecision } from './gate-report.js';

/** Items of one request to `POST /api/v1/ci/evaluate`. */
const { items: MAX_ITEMS } = EVALUATION_LIMITS;
const PATH = 'api/v1/ci/evaluate';

const strange = (): CommandFailure =>
  new CommandFailure(
    'the answer is not one of mcp-hub; check MCP_HUB_URL, and that the server is not older than this command',
  );

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

interface PolicyOfIssue {
  readonly policy?: string;
  readonly policyId?: string;
}

const policyOf = (value: unknown): PolicyOfIssue => {
  if (!isObject(value)) return {};
  const [id, name] = [textIn(value['id']), textIn(value['name'])];
  return { ...(name !== undefined && { policy: name }), ...(id !== undefined && { policyId: id }) };
};

function warningsOf(value: unknown): Issue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw strange();
  return (value as unknown[]).filter(isObject).map((warning) => ({
    rule: 'warning',
    message: textIn(warning['reason']) ?? 'a policy warns about it',
    ...policyOf(warning['matched_policy']),
  }));
}

/** The SemVer version that the hub understood, unless it has no analysis of it; servers before it say nothing. */
function newestIn(item: JsonObject): { newest?: string } {
  const understood = item['understood'];
  const isAnalyzed = isObject(understood) && understood['snapshot_id'] !== null;
  const version = isAnalyzed ? understood['version'] : undefined;
  const newest = isObject(version) ? textIn(version['semver']) : undefined;
  return newest === undefined ? {} : { newest };
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

/** What the analysis says about the start; hubs before there was that say nothing. */
function startIn({ start }: JsonObject): { start?: StartFacts } {
  if (!isObject(start)) return {};
  return { start: { commands: textsIn(start['commands']), variables: textsIn(start['variables']) } };
}

function decisionOf(item: unknown, { name, version }: Reference): ReferenceDecision {
  if (!isObject(item) || item['name'] !== name || item['version'] !== version) throw strange();
  const { result, global_score: score } = item;
  if (result !== 'ALLOWED' && result !== 'DENIED') throw strange();
  const policy = policyOf(item['matched_policy']);
  // Whether that denies depends on what else the entry starts.
  const isNoServer = result === 'DENIED' && policy.policyId === BUILT_IN_RULES.no_server.id;
  const isBuiltIn = policy.policy === undefined || isBuiltInRule(policy.policyId ?? '');
  const denial: Issue = {
    rule: isBuiltIn ? 'not-allowed' : 'policy',
    message: textIn(item['reason']) ?? 'it is denied',
    ...policy,
  };
  return {
    allowed: result === 'ALLOWED' || isNoServer,
    score: typeof score === 'number' ? score : null,
    denials: result === 'DENIED' && !isNoServer ? [denial] : [],
    warnings: warningsOf(item['warnings']),
    ...(isNoServer && { isServer: false }),
    ...newestIn(item),
    ...startIn(item),
  };
}

interface Answer {
  readonly decisions: readonly ReferenceDecision[];
  readonly ids: readonly string[];
  readonly policies: AppliedPolicies;
}

function read(bytes: Buffer, references: readonly Reference[]): Answer {
  let answer: unknown;
  try {
    answer = JSON.parse(bytes.toString());
  } catch {
    throw strange();
  }
  const items = isObject(answer) ? answer['mcps'] : undefined;
  if (!isObject(answer) || !Array.isArray(items) || items.length !== references.length) throw strange();
  const decisions = references.map((reference, index) => decisionOf(items[index], reference));
  // A contradiction is no pass.
  const isPass = items.every((item) => isObject(item) && item['result'] === 'ALLOWED');
  if ((answer['result'] === 'PASS') !== isPass) throw strange();
  const id = textIn(answer['evaluation_id']);
  return { decisions, ids: id === undefined ? [] : [id], policies: policiesIn(answer) };
}

/** Asks the policies of an organization, at most 1,000 references in a request. */
export const evaluateByHub =
  (client: HubClient, orgId: string, environment: string): Evaluate =>
  async (references) => {
    const decisions: ReferenceDecision[] = [];
    const ids: string[] = [];
    const policies: AppliedPolicies[] = [];
    for (let at = 0; at < references.length; at += MAX_ITEMS) {
      const part = references.slice(at, at + MAX_ITEMS);
      const { bytes } = await client.post(PATH, {
        org_id: orgId,
        environment,
        mcps: part.map(({ name, version }) => ({ name, version })),
      });
      const answer = read(bytes, part);
      decisions.push(...answer.decisions);
      ids.push(...answer.ids);
      policies.push(answer.policies);
    }
    return { decisions, ids, policies: fewest(policies) };
  };
