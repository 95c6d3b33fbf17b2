import type { ApiClient, ApiResponse } from './api-client.js';

/** A refusal that the gate shows. */
export class GateError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(`HTTP ${status}: ${detail}`);
  }
}

/** The verdict as the gate reads it. */
export interface GateVerdict {
  readonly scanId: string;
  readonly risk: string;
  readonly score: number;
  readonly safe: boolean;
  readonly findings: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isWhole: Check = (value) => Number.isInteger(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isCounts: Check = (value) =>
  typeof value === 'object' && value !== null && Object.values(value).every(isWhole);

const FINDING: Readonly<Record<string, Check>> = {
  id: isText,
  severity: isText,
  title: isText,
  description: isText,
  file_path: isText,
  line_number: isWhole,
  vulnerability_class: isText,
  cwe_id: isText,
  remediation: isText,
  is_blurred: isFlag,
};

const REPORT: Readonly<Record<string, Check>> = {
  schema_version: (value) => value === '2.0.0',
  scan_id: isText,
  risk_level: (value) => ['safe', 'low', 'medium', 'high', 'critical'].includes(value as string),
  security_score: isWhole,
  safe: isFlag,
  capabilities: isTexts,
  owasp_risks: isTexts,
  findings_summary: isCounts,
  findings: (value) => Array.isArray(value) && value.every((each) => fits(each as Fields, FINDING)),
  is_unlocked: (value) => value === true,
  credits_consumed: (value) => value === 0,
  credits_remaining: (value) => value === null,
};

const fits = (fields: Fields, checks: Readonly<Record<string, Check>>): boolean =>
  Object.entries(checks).every(([name, check]) => Object.hasOwn(fields, name) && check(fields[name]));

/** The JSON of a success. @throws GateError with the text `detail` of a refusal */
function read({ status, body }: ApiResponse, checks: Readonly<Record<string, Check>>): Fields {
  const fields = body as Fields;
  if (status >= 300) {
    if (!isText(fields['detail'])) throw new Error(`no detail in the error ${status}`);
    throw new GateError(status, fields['detail'] as string);
  }
  if (!fits(fields, checks)) throw new Error(`the answer has other types: ${JSON.stringify(fields)}`);
  return fields;
}

/** A client that behaves like the security gates of agents: a wrong type anywhere fails it. */
export class SecurityGate {
  constructor(private readonly client: ApiClient) {}

  async start(url: string): Promise<string> {
    const answer = await this.client.post('/api/v1/scans/', { url, turnstile_token: '' });
    return read(answer, { check_token: isText })['check_token'] as string;
  }

  async check(token: string): Promise<Fields> {
    return read(await this.client.get(`/api/v1/scans/checking/${token}/`), { status: isText });
  }

  async report(scanId: string, kind: 'verdict' | 'result' = 'verdict'): Promise<Fields> {
    return read(await this.client.get(`/api/v1/scans/${scanId}/${kind}/`), REPORT);
  }

  async account(): Promise<Fields> {
    return read(await this.client.get('/api/v1/user/me/'), { email: isText, credit_balance: isWhole });
  }

  /** Starts a scan that is resolved already, and reads its verdict. */
  async verdictOf(url: string): Promise<GateVerdict> {
    const state = await this.check(await this.start(url));
    if (state['status'] !== 'resolved') throw new Error(`not resolved: ${JSON.stringify(state)}`);
    const report = await this.report(state['scan_id'] as string);
    return {
      scanId: report['scan_id'] as string,
      risk: report['risk_level'] as string,
      score: report['security_score'] as number,
      safe: report['safe'] as boolean,
      findings: (report['findings'] as Fields[]).map(({ title }) => title as string),
    };
  }
}
