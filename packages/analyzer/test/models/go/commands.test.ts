import { describe, expect, it } from '@jest/globals';
import { goServer, rulesOf } from '../../support/go-server.js';

const run = (imports: string, before: string, ...body: readonly string[]): string =>
  goServer(`os os/exec ${imports}`, before, ...body, 'out, err := cmd.Output()', '_, _ = out, err');

/** Changes of a command before it is started. */
const CHANGED: readonly (readonly [name: string, body: readonly string[], rules: readonly string[]])[] = [
  ['an additional argument', ['cmd := exec.Command("git", "diff")', 'cmd.Args = append(cmd.Args, x)'], ['MCP-A007']],
  [
    'an additional argument after the options',
    ['cmd := exec.Command("git", "diff")', 'cmd.Args = append(cmd.Args, "--end-of-options", x)'],
    [],
  ],
  ['other arguments', ['cmd := exec.Command("git")', 'cmd.Args = []string{"git", "diff", x}'], ['MCP-A007']],
  [
    'other arguments after the options',
    ['cmd := exec.Command("git")', 'cmd.Args = []string{"git", "diff", "--", x}'],
    [],
  ],
  ['another program', ['cmd := exec.Command("git")', 'cmd.Path = x'], ['MCP-A002']],
  ['another fixed program', ['cmd := exec.Command("git", "diff")', 'cmd.Path = "/usr/bin/git"'], []],
  ['a command line', ['cmd := exec.Command("sh")', 'cmd.Args = append(cmd.Args, "-c", "git diff "+x)'], ['MCP-A001']],
  ['a literal of a shell', ['cmd := &exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", "git diff " + x}}'], ['MCP-A001']], // prettier-ignore
  ['a literal', ['cmd := &exec.Cmd{Path: "/usr/bin/git", Args: []string{"git", "diff", "--", x}}'], []],
  ['a literal of any program', ['cmd := &exec.Cmd{Path: x, Args: []string{"git"}}'], ['MCP-A002']],
  [
    'the input of a shell',
    ['cmd := exec.Command("bash")', 'cmd.Stdin = strings.NewReader("git diff " + x)'],
    ['MCP-A001'],
  ],
  ['the input of another program', ['cmd := exec.Command("cat")', 'cmd.Stdin = strings.NewReader(x)'], []],
  [
    'a list that grew',
    ['argv := []string{"log"}', 'if x != "" {', '\targv = append(argv, x)', '}', 'cmd := exec.Command("git", argv...)'],
    ['MCP-A007'],
  ],
  [
    'a list that grew after the options',
    ['argv := []string{"log"}', 'if x != "" {', '\targv = append(argv, "--", x)', '}', 'cmd := exec.Command("git", argv...)'],
    [],
  ],
  [
    'a list and all of another one',
    ['argv := append([]string{"log"}, strings.Fields(x)...)', 'cmd := exec.Command("git", argv...)'],
    ['MCP-A007'],
  ],
  [
    'a list and all of another one after the options',
    ['argv := append([]string{"log", "--"}, strings.Fields(x)...)', 'cmd := exec.Command("git", argv...)'],
    [],
  ],
]; // prettier-ignore

describe('programs started in Go', () => {
  it.each(CHANGED)('%s', async (_, body, rules) => {
    expect(await rulesOf(run('strings', '', ...body), /^MCP-A/u)).toEqual(rules);
  });

  it('reports a process like a command', async () => {
    const started = (program: string): string =>
      goServer('os', '', `_, err := os.StartProcess(${program}, []string{"git"}, nil)`, '_ = err');
    expect(await rulesOf(started('x'), /^MCP-A/u)).toEqual(['MCP-A002']);
    expect(await rulesOf(started('"/usr/bin/git"'), /^MCP-A/u)).toEqual([]);
  });

  it.each([
    ['has a timeout', 'context.WithTimeout(ctx, time.Second)', []],
    ['may be canceled', 'context.WithCancel(ctx)', ['MCP-N004']],
  ])('a command elsewhere whose context %s', async (_, context, rules) => {
    const helpers = [
      'func run(ctx context.Context) error {',
      `\tctx, cancel := ${context}`,
      '\tdefer cancel()',
      '\treturn wait(exec.CommandContext(context.WithValue(ctx, "a", "b"), "make"))',
      '}',
      'func wait(cmd *exec.Cmd) error { return cmd.Run() }',
    ].join('\n');
    const source = goServer(
      'os/exec time',
      helpers,
      'if err := run(ctx); err != nil { return nil, err }',
      '_ = x',
    );
    expect(await rulesOf(source, /^MCP-N/u)).toEqual(rules);
  });

  it.each([
    ['the folder of the server', 'os.OpenRoot("/srv/data")', 'x', []],
    ['a folder of choice', 'os.OpenRoot(x)', '"a.txt"', ['MCP-B002']],
  ])('a root at %s', async (_, root, name, rules) => {
    const body = [`root, err := ${root}`, 'if err != nil { return nil, err }', `file, err := root.Open(${name})`, '_, _ = file, err']; // prettier-ignore
    expect(await rulesOf(goServer('os', '', ...body), /^MCP-B/u)).toEqual(rules);
  });

  it.each([
    ['with a limit', 'r.Body = http.MaxBytesReader(w, r.Body, 1<<20)', []],
    ['without a limit', '_ = w', ['MCP-M005']],
  ])('the body of a request %s', async (_, limit, rules) => {
    const web = `func web(w http.ResponseWriter, r *http.Request) {\n\t${limit}\n\tdata, err := io.ReadAll(r.Body)\n\t_, _ = data, err\n}\nfunc init() { http.HandleFunc("/x", web) }`;
    expect(await rulesOf(goServer('io net/http', web, '_ = x'), /^MCP-M/u)).toEqual(rules);
  });
});
