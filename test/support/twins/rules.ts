import { isObject, marksIn, without, type PlainAnswer } from './answers.js';
import { daysAgo, type Mark } from './marks.js';
import type { Asked } from './sweep.js';

/** Lists that show what does not count any longer, beside what does. */
const SHOWS_DEAD = [
  '/api/v1/orgs/{orgId}/policies',
  '/api/v1/orgs/{orgId}/members',
  '/api/v1/orgs/{orgId}/invitations',
  '/api/v1/orgs/{orgId}/areas/{areaId}/members',
  '/api/v1/orgs/{orgId}/tokens',
  '/api/v1/orgs/{orgId}/suppressions',
];

/** Answers that show history. */
const SHOWS_PAST = [
  '/api/v1/mcps/{mcpId}/versions',
  '/api/v1/mcps/{owner}/{slug}/versions',
  '/api/v1/orgs/{orgId}/findings',
  // Staging takes every version.
  '/api/v1/orgs/{orgId}/managed-settings',
  '/api/v1/grc/evidence',
  '/api/v1/grc/export',
  '/api/v1/grc/vulnerabilities',
  // With what was withdrawn.
  '/allow/{capability}/v0.1/servers',
  '/allow/{capability}/v0.1/servers/{serverName}/versions',
  '/v1/org/{org}/mcps/{name}/versions',
];

/** What an answer may name beside what is the organization's and the platform's. */
function allowedIn({ request: { operation, namesPast } }: Asked): readonly Mark[] {
  const { path, access } = operation;
  if (access['kind'] === 'platform_admin') return ['open', 'foreign', 'dead', 'past'];
  return [
    'open',
    ...(path === '/api/v1/me/invitations' ? (['foreign'] as const) : []),
    ...(SHOWS_DEAD.includes(path) ? (['dead'] as const) : []),
    ...(namesPast === true || SHOWS_PAST.includes(path) ? (['past'] as const) : []),
  ];
}

// They depend on what everybody sees.
const COUNTS_OTHERS = ['/api/v1/mcps/facets'];

const dayOf = (days: number): string => daysAgo(days).toISOString().slice(0, 10);

interface HistoryDay {
  readonly date: string;
  readonly open: { readonly critical: number };
}
const isBetween = ({ date }: HistoryDay, first: number, end: number): boolean =>
  date >= dayOf(first) && date < dayOf(end);

/** What history adds to the answers that count it: a version with a critical finding, until the newest one. */
const HISTORY: Readonly<Record<string, (body: Record<string, unknown>) => unknown>> = {
  '/api/v1/orgs/{orgId}/risk-posture': (body) => ({
    ...body,
    risk_trend: withResolved(body['risk_trend']),
    history: (body['history'] as readonly HistoryDay[]).map((day) => ({
      ...day,
      // The older version was the newest one then.
      ...(isBetween(day, 20, 10) && { average_score: 3, mcps_analyzed: 1 }),
      ...(isBetween(day, 20, 9) && { open: { ...day.open, critical: day.open.critical + 1 } }),
    })),
  }),
  '/api/v1/grc/risk-posture': (body) => {
    const data = body['data'] as Record<string, unknown>;
    return { ...body, data: { ...data, risk_trend: withResolved(data['risk_trend']) } };
  },
};

const withResolved = (trend: unknown): unknown => {
  const {
    new_critical_findings: created,
    resolved_critical_findings: resolved,
    ...rest
  } = trend as {
    new_critical_findings: number;
    resolved_critical_findings: number;
  };
  return { ...rest, new_critical_findings: created + 1, resolved_critical_findings: resolved + 1 };
};

/** The answer that a world with history must give, by that of one without. */
function withHistory({ request: { operation, path } }: Asked, { status, body }: PlainAnswer): PlainAnswer {
  const add = HISTORY[operation.path];
  // Of a server that no version of is allowed, what was withdrawn is shown.
  if (status === 404 && path.endsWith('/versions?include_deleted=true')) {
    return { status: 200, body: { servers: [], metadata: { count: 0 } } };
  }
  if (add !== undefined && isObject(body)) return { status, body: add(body) };
  const counts = operation.path === '/api/v1/orgs/{orgId}/findings' && !path.includes('status=open');
  return counts ? { status, body: withoutCritical(body) } : { status, body };
}

/** Findings are counted by severity before they are filtered by it, so the list does not say what is counted. */
const withoutCritical = (body: unknown): unknown => {
  if (!isObject(body) || !isObject(body['severity_totals'])) return body;
  const { critical: _critical, ...others } = body['severity_totals'];
  return { ...body, severity_totals: others };
};

const HIDDEN: readonly Mark[] = ['open', 'foreign', 'dead', 'past'];

const firstDifference = (one: string, other: string): number => {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return Math.max(0, index - 120);
};

/**
 * What is wrong with an answer in a world with twins; undefined if nothing is. It names nothing that the caller may not
 * see, and without what lists may show beside, it is the answer of the world without twins.
 */
export function problemOf(
  asked: Asked,
  pure: PlainAnswer,
  full: PlainAnswer,
  hasHistory: boolean,
): string | undefined {
  const allowed = allowedIn(asked);
  const found = marksIn(full.body);
  const leaked = HIDDEN.filter((mark) => found.has(mark) && !allowed.includes(mark));
  if (leaked.length > 0) return `names what is ${leaked.join(' and ')}: ${JSON.stringify(full.body)}`;
  const { isPage = false, namesPast = false, operation } = asked.request;
  // The table says what these are.
  if (isPage || namesPast || COUNTS_OTHERS.includes(operation.path)) return undefined;
  const expected = hasHistory ? withHistory(asked, pure) : pure;
  const wanted = JSON.stringify(expected);
  const shown: PlainAnswer = { ...full, body: without(full.body, allowed) };
  const got = JSON.stringify(
    hasHistory && HISTORY[asked.request.operation.path] === undefined ? withHistory(asked, shown) : shown,
  );
  if (wanted === got) return undefined;
  const from = firstDifference(wanted, got);
  return `changed: …${wanted.slice(from, from + 300)}… became …${got.slice(from, from + 300)}…`;
}
