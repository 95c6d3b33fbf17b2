import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';
import {
  BUILT_IN_RULES,
  movableTag,
  notPinned,
  startProblems,
  startsNoServer,
  type Reference,
} from '@mcp-hub/client-configurations';
import { NO_ENVIRONMENT } from '../policies/environment-name.js';
import { askedServers, entryView, type AskedEntry, type AskedServer } from '../evaluation/asked-servers.js';
import { MAX_ITEMS } from '../evaluation/items.js';
import { Evaluator } from '../evaluation/evaluator.js';
import { appliedView, serverView } from '../evaluation-records/evaluation.mapper.js';
import type { EvaluatedServer } from '../evaluation-records/evaluation-view.dto.js';
import type { EvaluatedItem } from '../evaluation/evaluated-item.js';
import type {
  EvaluationPreview,
  EvaluationPreviewRequest,
  PreviewedServer,
} from './evaluation-preview.dto.js';

/** Shows members what the gate would decide (hub contract 40). */
@Injectable()
export class ServersDryRunService {
  constructor(private readonly evaluator: Evaluator) {}

  /**
   * Decides as the gate does, and as the command `gate` does about configurations. Records and counts nothing, and emits no
   * event.
   * @throws 400 for an invalid item, and a configuration that cannot be read
   */
  async run(orgId: string, request: EvaluationPreviewRequest): Promise<EvaluationPreview> {
    const servers = askedServers(request, MAX_ITEMS);
    const at = currentDate();
    const items = servers.flatMap(({ item }) => (item === null ? [] : [item]));
    const { environment = NO_ENVIRONMENT } = request;
    const { items: evaluated, applied } = await this.evaluator.evaluate(orgId, environment, items, at);
    const facts = new Map<Reference, EvaluatedItem>();
    const rest = evaluated.values();
    const rows = servers.map((server) => {
      if (server.item === null) return { server, item: undefined };
      const { value: item } = rest.next();
      if (server.reference !== null && item !== undefined) facts.set(server.reference, item);
      return { server, item };
    });
    const mcps = rows.map(({ server, item }) =>
      server.item === null ? unknownServer(server) : knownServer(server, item, facts),
    );
    return {
      result: mcps.every(({ result }) => result === 'ALLOWED') ? 'PASS' : 'FAIL',
      evaluated_at: at.toISOString(),
      evaluation_id: null,
      ...appliedView(applied),
      mcps,
    };
  }
}

type Known = Extract<AskedServer, { readonly item: object }>;
type Unknown = Extract<AskedServer, { readonly item: null }>;

const unknownServer = ({ entry, name, rule, refusal }: Unknown): PreviewedServer => ({
  name,
  version: '',
  result: 'DENIED',
  global_score: null,
  reason: refusal,
  matched_policy: BUILT_IN_RULES[rule],
  understood: null,
  ...entryView(entry),
  notes: entry.warnings,
});

/** A package that starts a server, or is added to one, need not be one. */
function withoutWrapperDenial(
  server: EvaluatedServer,
  entry: AskedEntry | null,
  facts: ReadonlyMap<Reference, EvaluatedItem>,
): EvaluatedServer {
  const isNoServer = server.matched_policy?.id === BUILT_IN_RULES.no_server.id;
  if (!isNoServer || entry === null) return server;
  const isServer = (each: Reference): boolean | undefined =>
    facts.get(each)?.builtIn === 'no_server' ? false : undefined;
  if (startsNoServer(entry.launch, isServer, (each) => facts.get(each)?.start ?? undefined)) return server;
  const { reason: _reason, matched_policy: _policy, ...rest } = server;
  return { ...rest, result: 'ALLOWED' };
}

function knownServer(
  { entry, reference }: Known,
  item: EvaluatedItem | undefined,
  facts: ReadonlyMap<Reference, EvaluatedItem>,
): PreviewedServer {
  if (item === undefined) throw new Error('every item is evaluated');
  const server = withoutWrapperDenial(serverView(item), entry, facts);
  const { understood } = server;
  // What nobody has analyzed is no better pin.
  const newest = understood.snapshot_id === null ? undefined : (understood.version?.semver ?? undefined);
  const floats = reference === null ? undefined : notPinned(reference, newest);
  const tag = reference === null ? undefined : movableTag(reference);
  const [problem] =
    entry === null ? [] : startProblems(entry.launch, (each) => facts.get(each)?.start ?? undefined);
  // What policies say comes first.
  const denial =
    floats === undefined
      ? problem !== undefined && { reason: problem, matched_policy: BUILT_IN_RULES.not_confirmed }
      : { reason: floats, matched_policy: BUILT_IN_RULES.not_pinned };
  const isDenied = server.result === 'ALLOWED' && denial !== false;
  return Object.assign(server, isDenied && { result: 'DENIED', ...denial }, {
    ...entryView(entry),
    notes: [...(entry?.warnings ?? []), ...(tag === undefined ? [] : [tag])],
  });
}
