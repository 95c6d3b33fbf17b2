import { describe, expect, it } from '@jest/globals';
import { UnreadableSource } from '../../parsed-file.js';
import { parseGo } from './parse-go.js';

const RICH = `package main // Копия

import (
	. "a"
	_ "b"
	x "c/v2"
)

/* Doc */
type (
	S[T any] struct {
		A, B string \`json:"a"\`
		*Base
	}
	I interface{ M(int) error; ~int | string }
	L = []map[string]chan func(int) (a, b string)
)

const (
	A, B = iota, 1 << iota
	C, D
)

var v, w = map[string]struct{ a int }{"a\\n": {1}, k: {a: 2}}, [...]T{{1}, 2: {x: y}}

func (s *S[T]) M(a, b int, rest ...string) (n int, err error) {
	defer func() { recover() }()
outer:
	for i, c := 0, <-ch; i < len(rest); i++ {
		switch v := f(a).(type) {
		case int, *T:
			continue outer
		case nil:
			fallthrough
		default:
			goto end
		}
	}
	for k, v := range m[a] {
		select {
		case v, ok := <-ch:
			ch <- v.(T).x[1:2:3]
		case <-time.After(1):
		default:
		}
	}
	if x, err := f[int, T](a, rest...); err != nil && !x {
		x.y, z["k"] = *p, &T{A: 'a', B: -0x1p-2}
	} else if a++; a > 1 {
		panic("x" + \`y\`)
	}
	switch x := 1; {
	case x == 2, x&^3 != 0:
		_ = []byte(y)
	}
end:
	return
}
`;

describe('parseGo with invalid source', () => {
  it('reads every prefix of a source, and every source with a gap', async () => {
    for (let end = 0; end < RICH.length; end++) {
      const prefix = await parseGo('a.go', RICH.slice(0, end));
      expect(prefix.module.language).toBe('go');
      const holed = await parseGo('a.go', RICH.slice(0, end) + RICH.slice(end + 7));
      expect(holed.module.language).toBe('go');
    }
    expect((await parseGo('a.go', RICH)).problem).toBeUndefined();
  });

  it('reports the line of the error and reads the code around it', async () => {
    const { module, problem } = await parseGo(
      'a.go',
      'package main\nfunc f() {\n\tg(1)\n\tif a b ) {\n\th(2)\n}\nfunc i() { j(3) }\n',
    );
    expect(problem).toBe('syntax error at line 4');
    const text = JSON.stringify(module.body);
    for (const name of ['g', 'h', 'j']) expect(text).toContain(`"name":"${name}"`);
  });

  it('refuses 100,000 nested parentheses', async () => {
    const source = `package a\nvar a = ${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
    await expect(parseGo('a.go', source)).rejects.toThrow(UnreadableSource);
  });

  it.each([
    ['parentheses', `var a = ${'('.repeat(100_000)}`],
    ['blocks', `func f() ${'{'.repeat(100_000)}`],
    ['brackets', `var a = ${'[]'.repeat(100_000)}`],
    ['operators', `var a = ${'-'.repeat(100_000)}`],
  ])('reports an error for 100,000 unclosed %s', async (_name, source) => {
    const problem = await parseGo('a.go', `package a\n${source}`).then(
      (parsed) => parsed.problem,
      (error: unknown) => (error instanceof UnreadableSource ? error.message : undefined),
    );
    expect(problem).toMatch(/syntax error|nested/);
  });

  it.each([
    ['text', `var a = "${'x'.repeat(1e6)}"`, 1],
    ['comment', `// ${'x'.repeat(1e6)}\nfunc f() {}`, 1],
    ['list', `var a = []int{${'1,'.repeat(1e5)}}`, 1],
    ['number', `var a = ${'1'.repeat(1e6)}`, 1],
    ['file of many declarations', 'var a int\n'.repeat(1e5), 1e5],
    ['function of many statements', `func f() {${'a;'.repeat(2e5)}}`, 1],
    ['group of constants', `const (\na = iota\n${'b\n'.repeat(1e5)})`, 100_001],
  ])('reads a long %s', async (_name, source, statements) => {
    const { module, problem } = await parseGo('a.go', `package a\n${source}\n`);
    expect(problem).toBeUndefined();
    expect(module.body).toHaveLength(statements);
  });

  it('reads a source without declarations, and one without a final newline', async () => {
    expect(await parseGo('a.go', '')).toEqual({ module: { path: 'a.go', language: 'go', body: [] } });
    const { module, problem } = await parseGo('a.go', '\ufeffpackage a\r\nvar b = 1 // c');
    expect(problem).toBeUndefined();
    expect(module.body).toMatchObject([{ kind: 'declare', line: 2, endLine: 2 }]);
  });
});
