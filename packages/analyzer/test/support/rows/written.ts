import { each, type ByRow, type Written } from './written-rows.js';
import { JAVASCRIPT } from './written-javascript.js';

const CONTROL =
  'func(network, address string, c syscall.RawConn) error { host, _, err := net.SplitHostPort(address); if err != nil { return err }; if ip := net.ParseIP(host); ip == nil || ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() { return errors.New("no") }; return nil }';
const CLIENT = `client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DialContext: (&net.Dialer{Control: ${CONTROL}}).DialContext}}`;
const CLIENT_IMPORTS = ['"errors"', '"net"', '"syscall"', '"time"'];
const guardedRequest = (method: string): Written => ({
  imports: CLIENT_IMPORTS,
  body:
    method === 'Do'
      ? [CLIENT, 'request, _ := http.NewRequest("GET", a, nil)', 'client.Do(request)']
      : [CLIENT, `client.${method}(a)`],
});

const DEADLINE = 'limited, cancel := context.WithTimeout(ctx, time.Second)';
const inTime = (method: string): Written => ({
  alone: true,
  imports: ['"time"'],
  body: [
    DEADLINE,
    'defer cancel()',
    `wait := func(cmd *exec.Cmd) { cmd.${method}() }`,
    'wait(exec.CommandContext(limited, "make"))',
  ],
});
const derivedContext = (call: string, ...imports: string[]): Written => ({
  alone: true,
  imports: ['"time"', ...imports],
  body: [
    DEADLINE,
    'defer cancel()',
    'wait := func(cmd *exec.Cmd) { cmd.Run() }',
    `other, _ := ${call}`,
    'wait(exec.CommandContext(other, "make"))',
  ],
});

const writer =
  (made: string, ...imports: string[]): ((method: string) => Written) =>
  (method) => ({
    imports,
    body: [made, 'w.WriteString(a)', `x := w.${method}()`],
    used: 'x',
  });

const goArchive = (module: string, open: string): Written => ({
  imports: [`m_archive "archive/${module}"`],
  body: [
    `r, _ := m_archive.${open}`,
    ...(module === 'tar'
      ? ['header, _ := r.Next()', 'os.Create(filepath.Join("out", header.Name))']
      : ['for _, f := range r.File {', 'os.Create(filepath.Join("out", f.Name))', '}']),
  ],
});
const withPaths = ({ imports, ...rest }: Written): Written => ({
  ...rest,
  imports: [...imports, '"path/filepath"'],
});

const GO: ByRow = {
  ...each(
    ['Get', 'Post', 'PostForm', 'Head', 'Do'].map((name) => `emitted net/http.Client().${name}`),
    guardedRequest,
  ),
  ...each(
    ['Run', 'Output', 'CombinedOutput', 'Wait'].map((name) => `emitted os/exec.Command().${name}`),
    inTime,
  ),
  'paths context.WithCancel': derivedContext('context.WithCancel(limited)'),
  'paths context.WithCancelCause': derivedContext('context.WithCancelCause(limited)'),
  'paths context.WithValue': derivedContext('context.WithValue(limited, "k", "v")'),
  'paths os/signal.NotifyContext': derivedContext('signal.NotifyContext(limited)', '"os/signal"'),
  'paths archive/zip.OpenReader': withPaths(goArchive('zip', 'OpenReader("k")')),
  'paths archive/zip.NewReader': withPaths(goArchive('zip', 'NewReader(nil, 1)')),
  'paths archive/tar.NewReader': withPaths(goArchive('tar', 'NewReader(nil)')),
  'paths runtime.Stack': {
    imports: ['"runtime"'],
    body: [
      'buffer := make([]byte, 4096)',
      'n := runtime.Stack(buffer, false)',
      'return mcp.NewToolResultText(string(buffer[:n])), nil',
    ],
  },
  'paths reflect.Value().Interface': {
    imports: ['"reflect"'],
    body: ['m := map[string]string{"k": a, "z": "ok"}', 'x := reflect.ValueOf(m).Interface()["z"]'],
    used: 'x',
  },
  'paths reflect.Value().Elem': {
    imports: ['"reflect"'],
    body: ['m := map[string]string{"k": a, "z": "ok"}', 'x := reflect.ValueOf(m).Elem()["z"]'],
    used: 'x',
  },
  'paths sync.Map().Load': {
    imports: ['"sync"'],
    body: ['m := sync.Map{}', 'm.Store("k", a)', 'x, _ := m.Load("k")'],
    used: 'x',
  },
  'paths sync.Map().Store': {
    imports: ['"sync"'],
    body: ['m := sync.Map{}', 'm.Store("k", a)', 'x, _ := m.Load("k")'],
    used: 'x',
  },
  'paths sync.Map().LoadOrStore': {
    imports: ['"sync"'],
    body: ['m := sync.Map{}', 'm.LoadOrStore("k", a)', 'x, _ := m.Load("k")'],
    used: 'x',
  },
  ...each(
    ['paths strings.Builder().String', 'paths strings.Builder().Bytes'],
    writer('w := strings.Builder{}', '"strings"'),
  ),
  ...each(
    ['paths bytes.Buffer().String', 'paths bytes.Buffer().Bytes'],
    writer('w := bytes.Buffer{}', '"bytes"'),
  ),
  ...each(
    ['paths bufio.Writer().String', 'paths bufio.Writer().Bytes'],
    writer('w := bufio.Writer{}', '"bufio"'),
  ),
  'paths net/url.URL().String': {
    imports: ['"net/url"'],
    body: [
      'u, _ := url.Parse(a)',
      'if u.Hostname() != "api.example.com" {',
      '\treturn mcp.NewToolResultText("no"), nil',
      '}',
      'x := u.String()',
    ],
    used: 'x',
  },
  'paths net.IP().String': {
    imports: ['"net"'],
    body: ['ip := net.ParseIP(a)', 'x := ip.String()'],
    used: 'x',
  },
  'paths net/netip.Addr().String': {
    imports: ['"net/netip"'],
    body: ['ip, _ := netip.ParseAddr(a)', 'x := ip.String()'],
    used: 'x',
  },
  'paths time.Parse': {
    imports: ['"time"'],
    body: ['_, err := time.Parse("2006", a)', 'if err != nil {', '\treturn nil, err', '}'],
    used: 'a',
  },
};

const redirected = (method: string): Written => ({
  imports: ['import httpx, ipaddress, socket', 'from urllib.parse import urlsplit'],
  body: [
    'class Fetcher:',
    '    def __init__(self):',
    '        self.client = httpx.AsyncClient(follow_redirects=True)',
    'fetcher = Fetcher()',
    'def ensure_public(url):',
    '    for info in socket.getaddrinfo(urlsplit(url).hostname, 443):',
    '        if not ipaddress.ip_address(info[4][0]).is_global:',
    '            raise ValueError("no")',
    'ensure_public(a)',
    method === 'request' || method === 'stream'
      ? `await fetcher.client.${method}("GET", a)`
      : `await fetcher.client.${method}(a)`,
  ],
});

const F = ['def f(v, w=None):', '    os.system(v)', '    eval(v)', '    return v'];
const lines = (imports: string, ...body: readonly string[]): Written => ({
  imports: [`import ${imports}`],
  body,
});
const decorated = (path: string): Written => lines(path.split('.')[0] ?? '', `@${path}`, ...F, 'f("k", a)');
const validated = (call: string): Written => ({
  imports: ['import pydantic'],
  body: ['class Given(pydantic.BaseModel):', '    k: int', `x = Given.${call}.k`],
  used: 'x',
});

const PYTHON: ByRow = {
  ...each(
    ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'request', 'stream', 'send'].map(
      (name) => `emitted httpx.${name}`,
    ),
    redirected,
  ),
  'paths typing.overload': decorated('typing.overload'),
  'paths typing.final': decorated('typing.final'),
  'paths abc.abstractmethod': decorated('abc.abstractmethod'),
  'paths atexit.register': lines('atexit', ...F, 'atexit.register(f, "k", a)'),
  'paths functools.partial()': lines('functools', ...F, 'p = functools.partial(f, a)', 'p()'),
  ...Object.fromEntries(
    ['ThreadPoolExecutor', 'ProcessPoolExecutor'].map((name) => [
      `paths concurrent.futures.${name}().apply`,
      lines('concurrent.futures', ...F, `concurrent.futures.${name}().apply(f, ("k", a))`),
    ]),
  ),
  'paths multiprocessing.Pool().apply': lines(
    'multiprocessing',
    ...F,
    'multiprocessing.Pool().apply(f, ("k", a))',
  ),
  'paths re.split': { imports: ['import re'], body: ['x = re.split("k", a)[0]'], used: 'x' },
  'methods model_validate': validated('model_validate({"k": a})'),
  'methods model_validate_json': validated('model_validate_json(a)'),
  'methods parse_obj': validated('parse_obj({"k": a})'),
  'methods parse_raw': validated('parse_raw(a)'),
  'methods from_dict': validated('from_dict({"k": a})'),
  'methods result': {
    imports: ['import concurrent.futures'],
    body: [...F, 'x = concurrent.futures.ThreadPoolExecutor().submit(f, a).result()'],
    used: 'x',
  },
};

/** Probes by hand, by language and `part row`. */
export const WRITTEN: Readonly<Record<string, ByRow>> = { go: GO, javascript: JAVASCRIPT, python: PYTHON };
