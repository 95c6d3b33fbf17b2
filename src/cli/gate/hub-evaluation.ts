import { isObject, type JsonObject } from '../../common/values/json.js';
import { isBuiltInRule } from '../../client-configurations/built-in-rules.js';
import { CommandFailure } from '../command-failure.js';
import type { HubClient } from '../hub/hub-client.js';
import { fewest, policiesIn, type AppliedPolicies } from './applied-policies.js';
import type { Evaluate, Issue, Verdict } from './judgment.js';
import type { Reference } from '../../client-configurations/server-entry.js';

/** Items of one request to `POST /api/v1/ci/evaluate`. */
const MAX_ITEMS = 1000;
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

/** The SemVer or visible version that the hub understood; servers before it say nothing. */
function newestIn(item: JsonObject): { newest?: string } {
  const understood = item['understood'];
  const version = isObject(understood) ? understood['version'] : undefined;
  const newest = isObject(version) ? textIn(version['semver']) : undefined;
  return newest === undefined ? {} : { newest };
}

function verdictOf(item: unknown, { name, version }: Reference): Verdict {
  if (!isObject(item) || item['name'] !== name || item['version'] !== version) throw strange();
  const { result, global_score: score } = item;
  if (result !== 'ALLOWED' && result !== 'DENIED') throw strange();
  const policy = policyOf(item['matched_policy']);
  const isBuiltIn = policy.policy === undefined || isBuiltInRule(policy.policyId ?? '');
  const denial: Issue = {
    rule: isBuiltIn ? 'not-allowed' : 'policy',
    message: textIn(item['reason']) ?? 'it is denied',
    ...policy,
  };
  return {
    allowed: result === 'ALLOWED',
    score: typeof score === 'number' ? score : null,
    denials: result === 'DENIED' ? [denial] : [],
    warnings: warningsOf(item['warnings']),
    ...newestIn(item),
  };
}

interface Answer {
  readonly verdicts: readonly Verdict[];
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
  const verdicts = references.map((reference, index) => verdictOf(items[index], reference));
  // A contradiction is no pass.
  if ((answer['result'] === 'PASS') !== verdicts.every(({ allowed }) => allowed)) throw strange();
  const id = textIn(answer['evaluation_id']);
  return { verdicts, ids: id === undefined ? [] : [id], policies: policiesIn(answer) };
}

/** Asks the policies of an organization, at most 1,000 references in a request. */
export const evaluateByHub =
  (client: HubClient, orgId: string, environment: string): Evaluate =>
  async (references) => {
    const verdicts: Verdict[] = [];
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
      verdicts.push(...answer.verdicts);
      ids.push(...answer.ids);
      policies.push(answer.policies);
    }
    return { verdicts, ids, policies: fewest(policies) };
  };
