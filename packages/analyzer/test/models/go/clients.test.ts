import { describe, expect, it } from '@jest/globals';
import { goServer, rulesOf } from '../../support/go-server.js';

const IMPORTS = 'errors fmt net net/http net/netip net/url syscall time';

/** A server that requests a URL from its client, with a given HTTP client. */
const asking = (client: string, ...checked: readonly string[]): string =>
  goServer(
    IMPORTS,
    `var errInner = errors.New("refused")\n${client}`,
    ...checked,
    'response, err := newClient().Get(x)',
    'if err != nil {',
    '\treturn nil, err',
    '}',
    'defer response.Body.Close()',
  );

const withTransport = (transport: string, ...before: readonly string[]): string =>
  [
    ...before,
    'func newClient() *http.Client {',
    `\treturn &http.Client{Timeout: time.Second, Transport: ${transport}}`,
    '}',
  ].join('\n');

const dialing = (...body: readonly string[]): string =>
  withTransport(
    '&http.Transport{DialContext: dial}',
    'var dialer = &net.Dialer{Timeout: time.Second}',
    'func dial(ctx context.Context, network, address string) (net.Conn, error) {',
    ...body,
    '}',
  );

const LOOK_UP = [
  'host, port, err := net.SplitHostPort(address)',
  'if err != nil { return nil, err }',
  'ips, err := net.DefaultResolver.LookupIPAddr(ctx, host)',
  'if err != nil { return nil, err }',
];
const DIAL_FIRST = 'return dialer.DialContext(ctx, network, net.JoinHostPort(ips[0].IP.String(), port))';

const control = (...body: readonly string[]): string =>
  [
    'func isInner(ip net.IP) bool { return ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() }',
    'func control(network, address string, _ syscall.RawConn) error {',
    '\thost, _, err := net.SplitHostPort(address)',
    '\tif err != nil { return err }',
    ...body,
    '\treturn nil',
    '}',
  ].join('\n');
const CONTROLLED = 'DialContext: (&net.Dialer{Timeout: time.Second, Control: control}).DialContext';
const REFUSES_INNER = '\tif ip := net.ParseIP(host); ip == nil || isInner(ip) { return errInner }';
const REFUSES_NAMES = '\tif net.ParseIP(host) == nil { return errInner }';

const trip = (...body: readonly string[]): string =>
  withTransport(
    '&guard{base: http.DefaultTransport}',
    'type guard struct{ base http.RoundTripper }',
    'func (g *guard) RoundTrip(request *http.Request) (*http.Response, error) {',
    ...body,
    '\treturn g.base.RoundTrip(request)',
    '}',
  );

/** HTTP clients that check the addresses they connect to, and twins that do not. */
const CLIENTS: readonly (readonly [name: string, code: string, rules: readonly string[]])[] = [
  [
    'a dial function that refuses private addresses',
    dialing(...LOOK_UP, 'for _, ip := range ips { if ip.IP.IsPrivate() || ip.IP.IsLoopback() { return nil, errInner } }', DIAL_FIRST), // prettier-ignore
    [],
  ],
  [
    'a dial function that looks them up only',
    dialing(...LOOK_UP, 'for _, ip := range ips { fmt.Println(ip) }', DIAL_FIRST),
    ['MCP-G001'],
  ],
  [
    'a dial function that checks the remote address',
    dialing(
      'connection, err := dialer.DialContext(ctx, network, address)',
      'if err != nil { return nil, err }',
      'host, _, _ := net.SplitHostPort(connection.RemoteAddr().String())',
      'if net.ParseIP(host).IsPrivate() { connection.Close(); return nil, errInner }',
      'return connection, nil',
    ),
    [],
  ],
  ['a dial function that dials', dialing('return dialer.DialContext(ctx, network, address)'), ['MCP-G001']],
  ['a dialer with a control', withTransport(`&http.Transport{${CONTROLLED}}`, control(REFUSES_INNER)), []],
  [
    'a dialer with a control that only checks the format',
    withTransport(`&http.Transport{${CONTROLLED}}`, control(REFUSES_NAMES)),
    ['MCP-G001'],
  ],
  [
    'a control within a dial function',
    `${control(REFUSES_INNER)}\n${dialing('return (&net.Dialer{Control: control}).DialContext(ctx, network, address)')}`,
    [],
  ],
  [
    'a transport whose dialer parses the address with its port',
    [
      'func control(_, address string, _ syscall.RawConn) error {',
      '\tap, err := netip.ParseAddrPort(address)',
      '\tif err != nil { return errInner }',
      '\tip := ap.Addr().Unmap()',
      '\tif !ip.IsGlobalUnicast() || ip.IsPrivate() || ap.Port() != 443 { return errInner }',
      '\treturn nil',
      '}',
      'func newClient() *http.Client {',
      '\tdialer := &net.Dialer{Timeout: time.Second, Control: control}',
      '\treturn &http.Client{Timeout: time.Second, Transport: &http.Transport{DialContext: dialer.DialContext}}',
      '}',
    ].join('\n'),
    [],
  ],
  [
    'a transport that is copied and given a dialer',
    [
      control(REFUSES_INNER),
      'func newClient() *http.Client {',
      '\ttransport := http.DefaultTransport.(*http.Transport).Clone()',
      '\ttransport.DialContext = (&net.Dialer{Control: control}).DialContext',
      '\treturn &http.Client{Timeout: time.Second, Transport: transport}',
      '}',
    ].join('\n'),
    [],
  ],
  [
    'a custom transport that refuses',
    trip(
      'ips, err := net.LookupIP(request.URL.Hostname())',
      'if err != nil { return nil, err }',
      'for _, ip := range ips { if ip.IsPrivate() { return nil, errInner } }',
    ),
    [],
  ],
  ['a custom transport that adds a header', trip('request.Header.Set("user-agent", "x")'), ['MCP-G001']],
  ['a transport without a dialer', withTransport('&http.Transport{}'), ['MCP-G001']],
];

const CHECK = [
  'func checkHost(raw string) error {',
  '\tu, err := url.Parse(raw)',
  '\tif err != nil { return err }',
  '\tips, err := net.LookupIP(u.Hostname())',
  '\tif err != nil { return err }',
  '\tfor _, ip := range ips { if ip.IsPrivate() || ip.IsLoopback() { return errors.New("inner") } }',
  '\treturn nil',
  '}',
].join('\n');

const redirecting = (body: string): string =>
  asking(
    `${CHECK}\nfunc newClient() *http.Client {\n\treturn &http.Client{Timeout: time.Second, CheckRedirect: func(request *http.Request, via []*http.Request) error {\n\t\t${body}\n\t}}\n}`,
    'if err := checkHost(x); err != nil { return nil, err }',
  );

describe('Go HTTP clients that check addresses themselves', () => {
  it.each(CLIENTS)('%s', async (_, client, rules) => {
    expect(await rulesOf(asking(client), /^MCP-G/u)).toEqual(rules);
  });

  it.each([
    ['follows none', 'return http.ErrUseLastResponse', []],
    ['refuses all', 'return errInner', []],
    ['checks each', 'return checkHost(request.URL.String())', []],
    ['stays on the host', 'if request.URL.Host != via[0].URL.Host { return errInner }; return nil', []],
    ['counts them', 'if len(via) > 3 { return errInner }; return nil', ['MCP-G004']],
    ['requires https', 'if request.URL.Scheme != "https" { return errInner }; return nil', ['MCP-G004']],
  ])('a check of redirects that %s', async (_, body, rules) => {
    expect(await rulesOf(redirecting(body), /^MCP-G/u)).toEqual(rules);
  });
});
