import { describe, expect, it } from '@jest/globals';
import type { LanguageName } from '../../src/ir/program.js';
import { runSource, sourcesOf } from '../support/run-source.js';

/** Code before a value reaches `sink`, and the sources of the value. */
type Row = readonly [code: string, ...sources: string[]];

function sources(language: LanguageName, rows: readonly Row[]): void {
  const named = rows.map(([code, ...expected]) => ({ name: code.replace(/\s+/gu, ' '), code, expected }));
  it.each(named)('$name', async ({ code, expected }) => {
    const run = await runSource(language, code);
    expect(run.sinks.length).toBeGreaterThan(0);
    expect(sourcesOf(run).sort()).toEqual([...expected].sort());
  });
}

const FILE = 'file-content: the content of a file';
const ROWS = 'database-content: the rows of a database';
const OUTPUT = 'command-output: the output of a command';
const ENVIRONMENT = 'environment: the environment of the process';
const CHOSEN = "environment: an environment variable of the caller's choice";
const KEY = 'secret: the environment variable `API_KEY`';
const STACK = 'exception: the stack trace of an error';
const ERROR = 'exception: the error';

describe('sources in Python', () => {
  const py = (imports: string, ...body: string[]): string =>
    [`import ${imports}`, 'def handler(x):', ...body.map((line) => `    ${line}`), ''].join('\n');
  sources('python', [
    [py('os', 'sink(open(x).read())'), FILE],
    [py('os', 'with open(x) as f:', '    for line in f:', '        sink(line)'), FILE],
    [py('os', 'sink(open(x, "w").write("a"))')],
    [py('pathlib', 'sink(pathlib.Path(x).read_text())'), FILE],
    [py('os', 'sink(os.path.exists(x))')],
    [
      py('requests', 'sink(requests.get("https://a.example/b").json()["c"])'),
      'remote-content: the answer of https://a.example/b',
    ],
    [
      py('requests', 's = requests.Session()', 'sink(s.get("https://a.example/b").text)'),
      'remote-content: the answer of https://a.example/b',
    ],
    [py('requests', 'sink(requests.get(x).status_code)')],
    [py('subprocess', 'sink(subprocess.run(["ls", x]).stdout)'), OUTPUT],
    [py('subprocess', 'out, err = subprocess.Popen(["ls"]).communicate()', 'sink(err)'), OUTPUT],
    [
      py('sqlite3', 'c = sqlite3.connect("a").cursor()', 'c.execute("select ?", [x])', 'sink(c.fetchall())'),
      ROWS,
    ],
    [py('sqlite3', 'for row in sqlite3.connect("a").execute("select 1"):', '    sink(row[0])'), ROWS],
    [
      py('psycopg2', 'c = psycopg2.connect("a").cursor()', 'c.execute("select 1")', 'sink(c.fetchone())'),
      ROWS,
    ],
    [py('os', 'sink(dict(os.environ))'), ENVIRONMENT],
    [py('os', 'sink({**os.environ})'), ENVIRONMENT],
    [py('os', 'sink(os.environ["HOME"])')],
    [py('os', 'sink(os.environ["API_KEY"])'), KEY],
    [py('os', 'sink(os.environ.get("API_KEY", ""))'), KEY],
    [py('os', 'sink(os.getenv("API_KEY"))'), KEY],
    [py('os', 'sink(os.getenv("LANG", "C"))')],
    [py('os', 'sink(os.getenv(x))'), CHOSEN],
    [py('os', 'if x in ("LANG", "TZ"):', '    sink(os.getenv(x))')],
    [py('traceback', 'try:', '    f()', 'except Exception:', '    sink(traceback.format_exc())'), STACK],
    [py('os', 'try:', '    f()', 'except Exception as e:', '    sink(str(e))'), ERROR],
    [py('secrets', 'sink(secrets.token_hex(8))')],
    [py('hashlib, os', 'sink(hashlib.sha256(os.environ["API_KEY"].encode()).hexdigest())')],
    [py('time', 'sink(time.time())')],
  ]);
});

describe('sources in JavaScript', () => {
  const js = (...body: string[]): string => `function handler(x) { ${body.join(' ')} }`;
  sources('javascript', [
    [js('sink(process.env);'), ENVIRONMENT],
    [js('sink(JSON.stringify({ ...process.env }));'), ENVIRONMENT],
    [js('sink(process.env.API_KEY);'), KEY],
    [js('const { API_KEY } = process.env; sink(API_KEY);'), KEY],
    [js('sink(process.env.HOME);')],
    [js('try { f(); } catch (e) { sink(e.stack); }'), ERROR, STACK],
    [js('try { f(); } catch (e) { sink(e.message); }'), ERROR],
    [js('f().catch((e) => sink(e.message));'), ERROR],
  ]);
});

describe('sources in Go', () => {
  const go = (imports: string, ...body: string[]): string =>
    [
      'package main',
      ...imports.split(' ').map((each) => `import "${each}"`),
      'func handler(x string) {',
      ...body.map((line) => `\t${line}`),
      '}',
      '',
    ].join('\n');
  sources('go', [
    [go('os', 'data, err := os.ReadFile(x)', 'if err != nil {', '\treturn', '}', 'sink(data)'), FILE],
    [go('os', '_, err := os.ReadFile(x)', 'sink(err)')],
    [
      go(
        'os bufio',
        'f, _ := os.Open(x)',
        's := bufio.NewScanner(f)',
        'for s.Scan() {',
        '\tsink(s.Text())',
        '}',
      ),
      FILE,
    ],
    [go('os', 'root, _ := os.OpenRoot("/srv")', 'data, _ := root.ReadFile(x)', 'sink(data)'), FILE],
    [
      go(
        'net/http io',
        'resp, _ := http.Get("https://a.example/b")',
        'body, _ := io.ReadAll(resp.Body)',
        'sink(string(body))',
      ),
      'remote-content: the answer of https://a.example/b',
    ],
    [
      go(
        'net/http io',
        'var client = &http.Client{}',
        'req, err := http.NewRequest("GET", "https://a.example/"+x, nil)',
        'resp, err := client.Do(req)',
        'body, _ := io.ReadAll(resp.Body)',
        'sink(body, err)',
      ),
      'remote-content: the answer of https://a.example/…',
    ],
    [go('net/http', 'resp, _ := http.Get(x)', 'sink(resp.StatusCode)')],
    [go('os/exec', 'out, _ := exec.Command("ls", x).Output()', 'sink(string(out))'), OUTPUT],
    [
      go(
        'os/exec bytes',
        'cmd := exec.Command("ls")',
        'var out bytes.Buffer',
        'cmd.Stdout = &out',
        'cmd.Run()',
        'sink(out.String())',
      ),
      OUTPUT,
    ],
    [
      go(
        'database/sql',
        'db, _ := sql.Open("a", "b")',
        'rows, _ := db.Query("select 1", x)',
        'var name string',
        'for rows.Next() {',
        '\trows.Scan(&name)',
        '}',
        'sink(name)',
      ),
      ROWS,
    ],
    [
      go(
        'database/sql',
        'type row struct { Name string }',
        'db, _ := sql.Open("a", "b")',
        'var r row',
        'db.QueryRow("select 1").Scan(&r.Name)',
        'sink(r.Name)',
      ),
      ROWS,
    ],
    [go('os', 'sink(os.Environ())'), ENVIRONMENT],
    [go('os', 'sink(len(os.Environ()))')],
    [go('os', 'sink(os.Getenv("API_KEY"))'), KEY],
    [go('os', 'key, ok := os.LookupEnv("API_KEY")', 'sink(key, ok)'), KEY],
    [go('os', 'sink(os.Getenv("HOME"))')],
    [go('os', 'sink(os.Getenv(x))'), CHOSEN],
    [go('runtime/debug', 'sink(debug.Stack())'), STACK],
    [go('time', 'sink(time.Now())')],
  ]);
});
