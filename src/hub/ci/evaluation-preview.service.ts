import { Injectable } from '@nestjs/common';
import { currentDate } from '../../common/values/clock.js';
import { BUILT_IN_RULES } from '../../client-configurations/built-in-rules.js';
import { movableTag, notPinned } from '../../client-configurations/references.js';
import { NO_ENVIRONMENT } from '../policies/environment-name.js';
import { askedServers, type AskedServer } from './asked-servers.js';
import { MAX_ITEMS } from './ci-items.js';
import { CiService } from './ci.service.js';
import { appliedView, evaluatedServer } from './evaluation.mapper.js';
import type { EvaluatedItem } from './evaluated-item.js';
import type {
  EvaluationPreview,
  EvaluationPreviewRequest,
  PreviewedServer,
} from './evaluation-preview.dto.js';

/** Shows members what the gate would decide (hub contract 40). */
@Injectable()
export class EvaluationPreviewService {
  constructor(private readonly gate: CiService) {}

  /**
   * Decides as the gate does, and as the command `gate` does about configurations. Records and counts nothing, and emits no
   * event.
   * @throws 400 for an invalid item, and a configuration that cannot be read
   */
  async preview(orgId: string, request: EvaluationPreviewRequest): Promise<EvaluationPreview> {
    const servers = askedServers(request, MAX_ITEMS);
    const at = currentDate();
    const items = servers.flatMap(({ item }) => (item === null ? [] : [item]));
    const { environment = NO_ENVIRONMENT } = request;
    const { items: evaluated, applied } = await this.gate.decide(orgId, environment, items, at);
    let next = 0;
    const mcps = servers.map((server) =>
      server.item === null ? unknownServer(server) : knownServer(server, evaluated[next++]),
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
  entry: entry.name,
  line: entry.line,
  notes: entry.warnings,
});

function knownServer({ entry, reference }: Known, item: EvaluatedItem | undefined): PreviewedServer {
  if (item === undefined) throw new Error('every item is evaluated');
  const server = evaluatedServer(item);
  const newest = server.understood.version?.semver ?? undefined;
  const floats = reference === null ? undefined : notPinned(reference, newest);
  const tag = reference === null ? undefined : movableTag(reference);
  // What policies say comes first.
  const denial = server.result === 'ALLOWED' &&
    floats !== undefined && {
      result: 'DENIED',
      reason: floats,
      matched_policy: BUILT_IN_RULES.not_pinned,
    };
  return Object.assign(server, denial || {}, {
    entry: entry?.name ?? null,
    line: entry?.line ?? null,
    notes: [...(entry?.warnings ?? []), ...(tag === undefined ? [] : [tag])],
  });
}
