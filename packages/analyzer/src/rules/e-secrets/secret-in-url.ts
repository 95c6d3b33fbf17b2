import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { isSecretName } from '../../engine/values/secret-names.js';
import { textOf, UNKNOWN, type Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { lastNameOf } from '../../ir/walk.js';
import { option } from '../../engine/expressions/call-arguments.js';
import { byName } from '../../models/model.js';
import { REQUESTS } from '../support/requests.js';
import type { Checks, Report, Rule } from '../rule.js';
import { KnownSecrets } from './known-secrets.js';
import { isCarrier, QueryCarriers } from './query-carriers.js';

/** Parameters of services that accept keys only in the URL: reported with low severity. */
const KEY_NAMES =
  /^(?:key|apikey|api_key|api-key|appid|app_id|app_key|appkey|subscription[-_]key|client_key|license_key|x-api-key)$/iu;
/** Short names with other meanings, too. */
const VAGUE = /^(?:key|token|t|k|auth|sig|signature|code|appid|app_id|credential|credentials|pat)$/iu;

const isQueryName = (name: string): boolean => isSecretName(name) || KEY_NAMES.test(name) || VAGUE.test(name);

class SecretsInUrls {
  private readonly secrets = new KnownSecrets();
  private readonly carriers = new QueryCarriers();

  readonly checks: Checks = {
    calls: {
      ...byName(['URLSearchParams', 'url.URLSearchParams'], this.carriers.onCall),
      ...byName(REQUESTS, (event: CallEvent, report: Report) => this.onRequest(event, report)),
      '.set': (event, report) => this.onQuery(event, report),
      '.append': (event, report) => this.onQuery(event, report),
      '.Set': (event, report) => this.onQuery(event, report),
      '.Add': (event, report) => this.onQuery(event, report),
      'fmt.Sprintf': (event, report) => this.onFormat(event, report),
    },
    stores: [
      this.secrets.stores,
      // `url.search = params`
      {
        names: ['search', 'RawQuery'],
        check: ({ value, frame }, report) => this.checkCarrier(value, frame, report),
      },
    ],
    events: {
      text: ({ frame, lines, value }: Extract<Event, { kind: 'text' }>, report) =>
        this.onText(value.parts ?? [], frame, lines, report),
    },
  };

  /** A query object becomes part of a URL. */
  private checkCarrier(query: Value, frame: Frame, report: Report): void {
    if (!isCarrier(query)) return;
    for (const { name, value, frame: within, lines } of this.carriers.of(frame))
      if (isQueryName(name) || this.secrets.in(value, within)) this.check(name, value, within, lines, report);
  }

  /** Reports a query parameter that is a secret by its value or its name. */
  private check(name: string, value: Value, frame: Frame, lines: Lines, report: Report): void {
    if (value.constants !== undefined) return;
    const taint = this.secrets.in(value, frame);
    // A client's token may be a page token.
    if (taint?.source.kind === 'tool-parameter' && !isSecretName(name)) return;
    if (!taint && (VAGUE.test(name) || !isQueryName(name) || value === UNKNOWN)) return;
    const isKey = KEY_NAMES.test(name);
    const what = taint ? this.secrets.described(taint) : 'a secret';
    report({
      at: frame,
      lines,
      description: `${what.charAt(0).toUpperCase()}${what.slice(1)} becomes part of a URL, as \`${name}\`: proxies, logs and histories keep URLs.`,
      sink: `URL parameter \`${name}\``,
      severity: isKey ? 'low' : 'medium',
      confidence: taint ? 'high' : 'medium',
      ...(taint && { taint }),
    });
  }

  private onText(parts: readonly Value[], frame: Frame, lines: Lines, report: Report): void {
    let before = '';
    for (const [position, part] of parts.entries()) {
      const text = textOf(part);
      if (text !== undefined) {
        before += text;
        continue;
      }
      const query = before.lastIndexOf('?');
      // Most texts are not URLs.
      if (query < 0) {
        before += '\uFFFC';
        continue;
      }
      const name = /[?&]([A-Za-z_][\w.-]{0,60})=$/u.exec(before)?.[1];
      if (name !== undefined && !/\s/u.test(before.slice(query)) && position > 0)
        this.check(name, part, frame, lines, report);
      else if (before.endsWith('?') && /https?:\/\/|^\/|\uFFFC/u.test(before) && this.secrets.in(part, frame))
        this.check('the query', part, frame, lines, report);
      else if (/\?(?:[^\s#]*&)?$/u.test(before)) this.checkCarrier(part, frame, report);
      before += '\uFFFC';
    }
  }

  /** `fmt.Sprintf("…?token=%s", token)`. */
  private onFormat({ arguments: { positional }, frame, node }: CallEvent, report: Report): void {
    const [template, ...values] = positional;
    const text = textOf(template);
    if (!text?.includes('?')) return;
    for (const [position, hole] of [...text.matchAll(/%[-+# 0]*\d*(?:\.\d+)?[a-zA-Z]/gu)].entries()) {
      const name = /[?&]([A-Za-z_][\w.-]{0,60})=$/u.exec(text.slice(0, hole.index))?.[1];
      const value = values[position];
      if (name !== undefined && value) this.check(name, value, frame, node, report);
    }
  }

  /** `url.searchParams.set(name, secret)`, `query.Set(name, secret)` of a URL's query. */
  private onQuery(event: CallEvent, report: Report): void {
    const {
      node,
      names,
      arguments: { positional },
      frame,
    } = event;
    this.carriers.onCall(event);
    const { callee } = node;
    const [name, value] = positional;
    const text = textOf(name);
    if (callee.kind !== 'member' || text === undefined || !value) return;
    const isQuery =
      lastNameOf(callee.object) === 'searchParams' ||
      names.some((each) => /searchParams\.|\.Query\(\)\./u.test(each));
    if (isQuery && isQueryName(text)) this.check(text, value, frame, node, report);
  }

  /** `requests.get(url, params={"token": secret})`. */
  private onRequest(event: CallEvent, report: Report): void {
    const { frame, node } = event;
    for (const params of [option(event, 'params'), option(event, 'searchParams')])
      if (params) this.checkCarrier(params, frame, report);
    for (const params of [option(event, 'params'), option(event, 'searchParams'), option(event, 'query')])
      for (const { fields, lines } of params?.objects ?? [])
        for (const [name, value] of fields)
          if (isQueryName(name)) {
            const line = lines?.get(name) ?? node.line;
            const isNear = Math.abs(line - node.line) < 12;
            this.check(name, value, frame, isNear ? { line, endLine: line } : node, report);
          }
  }
}

/** Secrets in URLs. */
export const secretInUrl: Rule = {
  id: 'MCP-E005',
  class: 'E',
  title: 'Secret in a URL',
  severity: 'medium',
  confidence: 'high',
  cwe: 598,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
  what: 'A token, password or key is put into the query of a URL. Keys of services that know no other way (`?api_key=…`) are low.',
  why: 'URLs are kept where bodies and headers are not: in logs of servers and proxies, in histories, in messages of errors, in the `Referer` header.',
  example: {
    language: 'python',
    bad: 'session.get(f"{BASE}/parcels/{number}?access_token={ACCESS_TOKEN}")',
    good: 'session.get(f"{BASE}/parcels/{number}", headers={"Authorization": f"Bearer {ACCESS_TOKEN}"})',
  },
  fix: 'Send the secret in the `Authorization` header, or in the body of a POST request.',
  notCounted: ['tokens of pages and cursors', 'bodies of forms: `client_secret=…` in a token request'],
  remembering: () => new SecretsInUrls().checks,
};
