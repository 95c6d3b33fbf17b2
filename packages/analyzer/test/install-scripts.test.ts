import { describe, expect, it } from '@jest/globals';
import {
  CLEAN,
  EVIL,
  expectRuns,
  foundIn,
  manifest,
  PYTHON_EVIL,
  reportOn,
  type Texts,
} from './support/code-that-runs.js';

const install = (command: string, scripts: object = {}): string =>
  manifest({ main: 'index.js', scripts: { postinstall: command, ...scripts } });

describe('what an installation runs is product code', () => {
  it.each<[string, object]>([
    ['npm run q', { q: 'node test/h.js' }],
    ['npm run q', { preq: 'node test/h.js', q: 'true' }],
    ['npm run q', { q: 'true', postq: 'node test/h.js' }],
    ['npm run -s q && true', { q: 'npm run r', r: 'node test/h.js' }],
    ['npm test', { test: 'node test/h.js' }],
    ['npm t', { pretest: 'node test/h.js', test: 'true' }],
    ['npm stop', { stop: 'node test/h.js' }],
    ['yarn q', { q: 'node test/h.js' }],
    ['yarn run q', { q: 'node test/h.js' }],
    ['pnpm q', { q: 'node test/h.js' }],
    ['bun run q', { q: 'bun test/h.js' }],
    ['node --run q', { q: 'node test/h.js' }],
    ['run-s "q:*"', { 'q:a': 'node test/h.js' }],
    ['concurrently "npm:q"', { q: 'node test/h.js' }],
    ['cd test && node h.js', {}],
    ['(cd docs); cd ./test; node h', {}],
    ['node -r ./test/h.js -e 1', {}],
    ['node --import=./test/h.js index.js', {}],
    ['node --env-file .env test/h.js', {}],
    ['node < test/h.js', {}],
    ['cat test/h.js | node', {}],
    ['npx ./test/h.js', {}],
    ['npx -y tsx test/h.js', {}],
    ['npm exec -- node test/h.js', {}],
    ['cross-env A=1 node test/h.js', {}],
    ['sh -c "node test/h.js"', {}],
    ['if true; then node test/h.js; fi', {}],
    ['node .\\test\\h.js', {}],
    ['node -e "import(\'./test/h.js\')"', {}],
    ['NODE_OPTIONS=--require=./test/h.js node index.js', {}],
    ['NODE_OPTIONS="--max-old-space-size=512 --require ./test/h.js" node index.js', {}],
    ["NODE_OPTIONS='--import ./test/h.js' node index.js", {}],
    ['NODE_OPTIONS="$NODE_OPTIONS -r ./test/h.js" node index.js', {}],
    ['export NODE_OPTIONS=--require=./test/h.js; node index.js', {}],
    ['set NODE_OPTIONS=--require ./test/h.js && node index.js', {}],
    ['cross-env A=1 NODE_OPTIONS=--require=./test/h.js node index.js', {}],
    ['cross-env "NODE_OPTIONS=--require ./test/h.js" node index.js', {}],
    ['cd test && NODE_OPTIONS=--require=./h.js node ../index.js', {}],
    ['NODE_OPTIONS=--no-warnings node test/h.js', {}],
    ['node --test test/h.js', {}],
    ['eval node test/h.js', {}],
    ['sudo -E env A=1 test/h.js', {}],
  ])('%s %j', async (command, scripts) => {
    const files = { 'index.js': CLEAN, 'test/h.js': EVIL };
    await expectRuns(
      { ...files, 'package.json': install(command, scripts) },
      { ...files, 'package.json': install('true', scripts) },
      'test/h.js',
    );
  });

  it.each<[string, Texts]>([
    ['node --env-file=.env index.js', { '.env': 'A=1\nNODE_OPTIONS=--require=./test/h.js\n' }],
    ['node --env-file .env index.js', { '.env': 'export NODE_OPTIONS="--import ./test/h.js"\r\n' }],
    ['node --env-file-if-exists=conf/x index.js', { 'conf/x': 'NODE_OPTIONS = --require=./test/h.js\n' }],
    ['dotenv -- node index.js', { '.env': 'NODE_OPTIONS=--require=./test/h.js\n' }],
    ['env-cmd -f conf/x node index.js', { 'conf/x': 'NODE_OPTIONS=--require=./test/h.js\n' }],
    ['node test', { 'test/package.json': '{"main":"h.js"}' }],
    ['node ./test/', { 'test/package.json': '{"main":"./h"}' }],
    ['sh scripts/x.sh', { 'scripts/x.sh': '. ./y.sh\n', 'scripts/y.sh': 'node ../test/h.js\n' }],
    ['sh scripts/x.sh', { 'scripts/x.sh': '#!/bin/sh\nset -e\nnode test/h.js\n' }],
    ['sh examples/x.sh', { 'examples/x.sh': '#!/bin/sh\ncd test\nnode h.js || cd test && node h.js\n' }],
    ['sh scripts/x.sh', { 'scripts/x.sh': 'npm run q\n' }],
    ['node scripts/x.js', { 'scripts/x.js': "require('child_process').execSync('npm run q');\n" }],
    ['node scripts/x.js', { 'scripts/x.js': "require('child_process').spawn('npm', ['run', 'q']);\n" }],
  ])('through a script: %s %j', async (command, inner) => {
    const files = { 'index.js': CLEAN, 'test/h.js': EVIL, ...inner };
    const q = { q: 'node test/h.js' };
    await expectRuns(
      { ...files, 'package.json': install(command, q) },
      { ...files, 'package.json': install('true', q) },
      'test/h.js',
    );
  });

  it.each([
    'cd test && npm run q',
    'npm --prefix test run q',
    'npm --prefix=./test run q',
    'yarn --cwd test q',
    'pnpm -C test run q',
    'cd test && npm install',
    'npm ci --prefix test',
  ])('in another folder: %s', async (command) => {
    const files = {
      'index.js': CLEAN,
      'test/package.json': manifest({ scripts: { q: 'node h.js', install: 'npm run q' } }),
      'test/h.js': EVIL,
    };
    await expectRuns(
      { ...files, 'package.json': install(command) },
      { ...files, 'package.json': install('true') },
      'test/h.js',
    );
  });

  it.each(['python -m tests.h', 'python3 -c "import tests.h"', 'python3 -W ignore tests/h.py'])(
    'in Python: %s',
    async (command) => {
      const files = { 'index.js': CLEAN, 'tests/h.py': PYTHON_EVIL };
      await expectRuns(
        { ...files, 'package.json': install(command) },
        { ...files, 'package.json': install('true') },
        'tests/h.py',
      );
    },
  );

  it('in a build file that includes another', async () => {
    const files = { 'package.json': manifest({ main: 'index.js' }), 'index.js': CLEAN, 'test/h.js': EVIL };
    const gyp = (command: string): Texts => ({
      'binding.gyp': '{ "includes": ["src/x.gypi"] }',
      'src/x.gypi': `{ "actions": [{ "action": [${command}] }] }`,
    });
    await expectRuns(
      { ...files, ...gyp('"node", "test/h.js"') },
      { ...files, ...gyp('"node", "test/i.js"') },
      'test/h.js',
    );
  });

  it('is missing in the report if it is in no analyzed language', async () => {
    const files = { 'index.js': CLEAN, 'data/h.dat': 'x' };
    const { complete, incomplete_reasons: reasons } = await reportOn({
      ...files,
      'package.json': install('node data/h.dat'),
    });
    expect({ complete, reasons }).toEqual({
      complete: false,
      reasons: ['data/h.dat: is run, and is not in a language that is analyzed'],
    });
    expect((await reportOn({ ...files, 'package.json': install('true') })).complete).toBe(true);
  });

  const reasonsFor = async (command: string, files: Texts = {}, scripts: object = {}) => {
    const { complete, incomplete_reasons: reasons } = await reportOn({
      'index.js': CLEAN,
      'test/h.js': EVIL,
      'package.json': install(command, scripts),
      ...files,
    });
    expect(complete).toBe(reasons.length === 0);
    return reasons;
  };
  const computed = (file: string, from = 'package.json'): string =>
    `${from}: runs files in an installation that are only known while it runs: ${file}`;

  it.each<[string, string]>([
    ['node ./test/*.js', './test/*.js'],
    ['node test/?.js', 'test/?.js'],
    ['node test/[h].js', 'test/[h].js'],
    ['for f in test/*.js; do node $f; done', '$f'],
    ['X=test/h.js; node $X', '$X'],
    ['X=test/h.js; node "${X}"', '${X}'],
    ['node $npm_package_config_x', '$npm_package_config_x'],
    ['node %npm_package_config_x%', '%npm_package_config_x%'],
    ['node -r $X index.js', '$X'],
    ['NODE_OPTIONS=--require=$X node index.js', '$X'],
    ['NODE_OPTIONS=$X node index.js', '$X'],
    ['node --env-file=$X index.js', '$X'],
    ['cd $X && node h.js', '$X/h.js'],
    ['node $X/h.js', '$X/h.js'],
    ['$X test/h.js', '$X'],
    ['eval "$X"', '$X'],
    ['sh -c "$X"', '$X'],
    ['sh -c "$(cat test/h.txt)"', '$'],
    ['node $(ls test)', '$'],
    ['node -e "$X"', '$X'],
    ['ls test/*.js | xargs node', '**'],
    ['find test -name h.js -exec node {} +', '{}'],
    ['cat test/*.js | node', 'test/*.js'],
    ['make -f $X', '$X'],
    ['node --test', '**'],
  ])('is missing in the report where it is computed: %s', async (command, file) => {
    expect(await reasonsFor(command)).toContain(computed(file));
    expect(await reasonsFor('npm run q', {}, { q: command })).toContain(computed(file));
    const inner = { 'scripts/x.sh': `#!/bin/sh\n${command}\n` };
    expect(await reasonsFor('sh scripts/x.sh', inner)).toContain(computed(file, 'scripts/x.sh'));
  });

  it.each([
    'true',
    'node index.js --port=$PORT *.js',
    'echo $X && test -n "$X" || exit 0',
    'node -e "console.log(1)"',
    'NODE_OPTIONS=--no-warnings node index.js',
    'cd "$(dirname "$0")" && node index.js',
    'node "$PWD/index.js"',
    'make',
    `X="$(node -p "require('./package.json').version")"`,
    'node "$(cd "$(dirname "$0")" && pwd)/index.js"',
  ])('is whole with %s', async (command) => {
    expect(await reasonsFor(command)).toEqual([]);
  });

  it.each<[string, string]>([
    ['make', 'Makefile'],
    ['make -j4 install', 'GNUmakefile'],
    ['make -C native', 'native/Makefile'],
    ['cd native && make', 'native/Makefile'],
    ['make -f build.mk', 'build.mk'],
    ['make --file=build.mk', 'build.mk'],
    ['cmake -S native -B out', 'native/CMakeLists.txt'],
    ['rake build', 'Rakefile'],
    ['cargo build --release', 'build.rs'],
    ['just', 'justfile'],
  ])('is missing in the report in a build file: %s', async (command, path) => {
    expect(await reasonsFor(command, { [path]: 'all:\n\techo 1\n' })).toEqual([
      `${path}: is run, and is not in a language that is analyzed`,
    ]);
  });

  it.each(['node --test test/', 'node --test test', 'node test'])(
    'is missing in the report for a folder: %s',
    async (command) => {
      expect(await reasonsFor(command)).toEqual([
        `package.json: runs the files of a folder in an installation: ${command.split(' ').at(-1)}`,
      ]);
    },
  );

  it('is missing in the report where it is too much to read', async () => {
    const large = `# ${'x'.repeat(64 * 1024)}\nnode test/h.js\n`;
    expect(await reasonsFor('sh install.sh', { 'install.sh': large })).toEqual([
      'install.sh: is run by an installation, and is too large to read',
    ]);
    expect(await reasonsFor(`true ${'x '.repeat(4000)}; node test/h.js`)).toEqual([
      'package.json: has a command that an installation runs, which is too long to read',
    ]);
    const many = (name: string): string =>
      Array.from({ length: 4000 }, (_, at) => `echo ${name} ${at}`).join('\n');
    expect(
      await reasonsFor('sh a.sh; sh b.sh; sh c.sh', {
        'a.sh': many('a'),
        'b.sh': many('b'),
        'c.sh': many('c'),
      }),
    ).toEqual(['c.sh: has commands that an installation runs, which are too many to read']);
  });

  it('is read once, however often it runs itself', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `sh a.sh ${at}`).join('\n');
    expect(await reasonsFor('sh a.sh', { 'a.sh': lines })).toEqual([]);
  });

  it('is not what only builds or tests the package', async () => {
    const scripts = {
      test: 'node test/h.js',
      prepublishOnly: 'npm test',
      build: 'tsc',
      prepare: 'npm run build',
    };
    const files = { 'index.js': CLEAN, 'test/h.js': EVIL, 'package.json': manifest({ scripts }) };
    expect(await foundIn(files)).toEqual([]);
  });
});
