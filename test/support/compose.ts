import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Variables = Readonly<Record<string, string>>;

/** The parts of a service of `docker-compose.yml` that are tested. */
export interface ComposeService {
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Variables;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
}

export const COMPOSE_TEXT = readFileSync('docker-compose.yml', 'utf8');

/** The index of the brace that closes the reference at `start`. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && (depth -= 1) === 0) return at;
  }
  throw new Error(`a reference without end: ${text}`);
}

const REFERENCE = /^\{(\w+)(?:(:?-)(.*))?\}$/s;

/** Interpolates like Docker Compose: `$$`, `${NAME}`, `${NAME-default}` and `${NAME:-default}`, nested. */
function interpolated(text: string, variables: Variables): string {
  const at = text.indexOf('$');
  if (at === -1) return text;
  const before = text.slice(0, at);
  if (text[at + 1] === '$') return `${before}$${interpolated(text.slice(at + 2), variables)}`;
  const end = endOf(text, at + 1);
  const [, name = '', operator, fallback = ''] = REFERENCE.exec(text.slice(at + 1, end + 1)) ?? [];
  if (name === '' || operator === undefined) throw new Error(`not understood: ${text}`);
  const value = variables[name];
  const isMissing = value === undefined || (operator === ':-' && value === '');
  const put = isMissing ? interpolated(fallback, variables) : value;
  return `${before}${put}${interpolated(text.slice(end + 1), variables)}`;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}

/** The services of `docker compose` with these variables in `.env`. */
export function composeServices(variables: Variables = {}): Readonly<Record<string, ComposeService>> {
  const { services } = parse(COMPOSE_TEXT, { merge: true });
  return mapTexts(services, (text) => interpolated(text, variables)) as Record<string, ComposeService>;
}

/** @throws when there is no such service */
export function composeService(name: string, variables: Variables = {}): ComposeService {
  const service = composeServices(variables)[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service;
}
