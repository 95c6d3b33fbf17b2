import type { McpVersionStatus } from '../mcps/mcp-values.js';

/** What an active analysis does, in order; the phases between are those of the analyzer. */
const STAGES = [
  'queued',
  'fetching',
  'advisories',
  'reading',
  'manifests',
  'parsing',
  'flows',
  'rules',
  'scores',
  'recording',
] as const;

/** A version and its active analysis. */
export interface VersionState {
  readonly id: string;
  readonly status: McpVersionStatus;
  readonly failureReason: string | null;
  readonly globalScore: number | null;
  readonly certificationLevel: number | null;
  /** Whether everybody sees its MCP. */
  readonly isPublic: boolean;
  /** Null without an active analysis. */
  readonly job: { readonly status: string; readonly phase: string | null; readonly attempts: number } | null;
}

/** The data of an event. */
export interface VersionStatusData {
  readonly version_id: string;
  readonly status: string;
  /** What the analysis is doing; null without an active one. */
  readonly stage: string | null;
  /** Percent; null if it is not known. */
  readonly progress: number | null;
  /** How often a worker has started the analysis. */
  readonly attempts: number | null;
  readonly global_score: number | null;
  readonly certification_level: number | null;
  readonly failure_reason: string | null;
}

/** Whether nothing more happens unless somebody asks for another analysis. */
export const isFinal = ({ status, job }: VersionState): boolean =>
  job === null && status !== 'INGESTED' && status !== 'ANALYZING';

export function statusData(state: VersionState): VersionStatusData {
  const { job } = state;
  const stage = job === null ? null : job.status === 'QUEUED' ? 'queued' : (job.phase ?? 'fetching');
  return {
    version_id: state.id,
    status: state.status,
    stage,
    progress: isFinal(state) ? 100 : progressOf(stage),
    attempts: job?.attempts ?? null,
    global_score: state.globalScore,
    certification_level: state.certificationLevel,
    failure_reason: state.failureReason,
  };
}

function progressOf(stage: string | null): number | null {
  const index = STAGES.findIndex((each) => each === stage);
  return index < 0 ? null : Math.round((100 * index) / STAGES.length);
}

/** An event as text (WHATWG HTML, 9.2). JSON has no line breaks. */
export const eventText = (name: 'status' | 'done', data: VersionStatusData): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
