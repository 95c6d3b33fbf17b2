import { bodyOf, hub } from '../api/client.ts';
import type { EvaluationWarning } from '../domain/evaluation-warnings.tsx';
import type { SERVER_FORMS } from '../domain/labels.ts';

/** What the reader wants to check. */
export interface CheckRequest {
  /** A configuration of a client, or a name in each line. */
  readonly text: string;
  /** Name of the file that was chosen. */
  readonly fileName?: string;
  /** Organization whose policies decide; undefined for what the catalog knows. */
  readonly orgId?: string;
  readonly environment: string;
}

/** A server that was found in the text, and what is known of it. */
export interface CheckedServer {
  /** Name of the entry in the configuration. */
  readonly entry: string | null;
  readonly line: number | null;
  /** The client whose format the configuration has; null for names. */
  readonly format: string | null;
  /** Whether the configuration says that the client does not start it. */
  readonly isDisabled: boolean;
  /** As it was understood, such as `npm:@acme/files`. */
  readonly name: string;
  readonly version: string;
  /** Kind of name; null if it is not known what the entry runs. */
  readonly kind: keyof typeof SERVER_FORMS | null;
  /** Name in the catalog; null if it is not there. */
  readonly mcpName: string | null;
  readonly visibleVersion: string | null;
  readonly score: number | null;
  readonly level: number | null;
  /** Numbers of open findings by severity, if they are known. */
  readonly open: Readonly<Record<string, number>> | null;
  /** Decision of the organization's policies; null without an organization. */
  readonly isAllowed: boolean | null;
  /** Why it is denied, and what else the reader should know. */
  readonly notes: readonly string[];
}

/** The result of a check. */
export interface CheckResult {
  /** Whether all servers are allowed; null without an organization. */
  readonly passes: boolean | null;
  /** About the evaluation as a whole. */
  readonly warnings: readonly EvaluationWarning[];
  readonly servers: readonly CheckedServer[];
}

/** Evaluates the servers of a text: with the policies of an organization, or against the catalog alone. */
export const check = (request: CheckRequest): Promise<CheckResult> =>
  request.orgId === undefined ? checkCatalog(request) : preview({ ...request, orgId: request.orgId });

const configurationOf = ({ text, fileName }: CheckRequest) => ({
  configuration: text,
  ...(fileName !== undefined && { file_name: fileName }),
});

async function preview(request: CheckRequest & { readonly orgId: string }): Promise<CheckResult> {
  const { result, warnings, mcps } = await bodyOf(
    hub.POST('/api/v1/orgs/{orgId}/evaluations/preview', {
      params: { path: { orgId: request.orgId } },
      body: { ...configurationOf(request), environment: request.environment },
    }),
  );
  return {
    passes: result === 'PASS',
    warnings,
    servers: mcps.map(({ understood, ...server }) => ({
      entry: server.entry,
      line: server.line,
      format: server.format ?? null,
      isDisabled: server.disabled === true,
      name: server.name,
      version: server.version,
      kind: understood?.as ?? null,
      mcpName: understood?.mcp?.name ?? null,
      visibleVersion: understood?.version?.visible_version ?? null,
      score: server.global_score,
      level: null,
      open: null,
      isAllowed: server.result === 'ALLOWED',
      notes: [
        ...(server.reason === undefined ? [] : [server.reason]),
        ...(server.warnings ?? []).map(({ reason }) => reason),
        ...server.notes,
      ],
    })),
  };
}

async function checkCatalog(request: CheckRequest): Promise<CheckResult> {
  const { mcps } = await bodyOf(hub.POST('/api/v1/catalog/check', { body: configurationOf(request) }));
  return {
    passes: null,
    warnings: [],
    servers: mcps.map((server) => ({
      entry: server.entry,
      line: server.line,
      format: server.format ?? null,
      isDisabled: server.disabled === true,
      name: server.name,
      version: server.version,
      kind: server.understood,
      mcpName: server.mcp?.name ?? null,
      visibleVersion: server.visible_version,
      score: server.global_score,
      level: server.certification_level,
      open: server.open,
      isAllowed: null,
      notes: [...(server.reason === null ? [] : [server.reason]), ...(server.notes ?? [])],
    })),
  };
}

/** Starts an analysis of a package or repository that the catalog does not have. */
export const startScan = (url: string) => bodyOf(hub.POST('/api/v1/scans', { body: { url } }));

/** How a scan is. */
export const scanState = (checkToken: string) =>
  bodyOf(hub.GET('/api/v1/scans/checking/{checkToken}', { params: { path: { checkToken } } }));

/** The report of a finished scan. */
export const scanReport = (scanId: string) =>
  bodyOf(hub.GET('/api/v1/scans/{scanId}/verdict', { params: { path: { scanId } } }));
