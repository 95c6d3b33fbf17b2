/** A page or a redirect, read completely. */
export interface Visit {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly secure: boolean;
}

export interface VisitOptions {
  readonly method?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_REDIRECTS = 20;

/**
 * A browser for tests of sign-in: it stores cookies by host, path and scheme as in RFC 6265bis, follows redirects and submits
 * forms with their Origin. `routes` maps public URLs to local servers; `headers` are those that an ingress adds.
 */
export class Browser {
  /** Cookies by host, and then by name and path. */
  readonly cookies = new Map<string, Map<string, Cookie>>();
  /** Every requested URL, the latest last. */
  readonly history: string[] = [];

  constructor(
    private readonly routes: Readonly<Record<string, string>> = {},
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Sends one request without following redirects. */
  async visit(url: string, { method, form, headers = {} }: VisitOptions = {}): Promise<Visit> {
    const target = new URL(url);
    this.history.push(url);
    const cookie = this.cookieHeader(target);
    const response = await fetch(
      (this.routes[target.origin] ?? target.origin) + target.pathname + target.search,
      {
        method: method ?? (form === undefined ? 'GET' : 'POST'),
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...this.headers,
          ...(cookie !== '' && { cookie }),
          ...(form !== undefined && { origin: target.origin }),
          ...headers,
        },
        ...(form !== undefined && { body: new URLSearchParams(form) }),
      },
    );
    for (const line of response.headers.getSetCookie()) this.keep(target, line);
    return { status: response.status, url, headers: response.headers, text: await response.text() };
  }

  /** Sends a request and follows redirects to a page, or to a URL for which `stop` is true. */
  async open(
    url: string,
    options: VisitOptions = {},
    stop: (url: string) => boolean = () => false,
  ): Promise<Visit> {
    let visit = await this.visit(url, options);
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      const location = visit.headers.get('location');
      if (location === null) return visit;
      const next = new URL(location, visit.url).href;
      if (stop(next)) return { ...visit, url: next };
      visit = await this.visit(next);
    }
    throw new Error(`redirects without end: ${visit.url}`);
  }

  /** Fills in the form of a page and sends it. */
  submit(
    page: Visit,
    fields: Readonly<Record<string, string>>,
    stop?: (url: string) => boolean,
  ): Promise<Visit> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`no form: ${page.status} ${page.text}`);
    return this.open(new URL(action, page.url).href, { form: fields }, stop);
  }

  /** The cookies of a host by name. */
  jar(url: string): Record<string, string> {
    const kept = this.cookies.get(new URL(url).host) ?? new Map<string, Cookie>();
    return Object.fromEntries([...kept.values()].map(({ name, value }) => [name, value]));
  }

  /** Another browser with the same cookies. */
  copy(): Browser {
    const other = new Browser(this.routes, this.headers);
    for (const [host, kept] of this.cookies) other.cookies.set(host, new Map(kept));
    return other;
  }

  /** The Cookie header of a request. */
  cookieHeader({ host, pathname, protocol }: URL): string {
    return [...(this.cookies.get(host)?.values() ?? [])]
      .filter(({ path, secure }) => {
        const isUnder = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
        return isUnder && (!secure || protocol === 'https:');
      })
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  private keep({ host, protocol }: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', ...rest] = pair.split('=');
    const of = (wanted: string): string | undefined =>
      attributes.find((text) => text.toLowerCase().split('=')[0] === wanted)?.split('=')[1];
    const has = (wanted: string): boolean => attributes.some((text) => text.toLowerCase() === wanted);
    const path = of('path') ?? '/';
    const secure = has('secure');
    if (secure && protocol !== 'https:') return;
    if (name.startsWith('__Host-') && (!secure || path !== '/' || of('domain') !== undefined)) return;
    if (!has('httponly')) throw new Error(`a cookie that scripts can read: ${line}`);
    const kept = this.cookies.get(host) ?? new Map<string, Cookie>();
    const isOver = of('max-age') === '0' || Date.parse(of('expires') ?? '') <= Date.now();
    const key = `${name} ${path}`;
    if (isOver) kept.delete(key);
    else kept.set(key, { name, value: rest.join('='), path, secure });
    this.cookies.set(host, kept);
  }
}
