import { describe, expect, it } from '@jest/globals';
import { filesRunBy, scriptsRunBy } from './commands.js';

describe('filesRunBy and scriptsRunBy', () => {
  it.each([
    ['node scripts/x.js', ['scripts/x.js']],
    ['NODE_ENV=production node ./x.cjs && sh ./y.sh', ['./x.cjs', './y.sh']],
    ['python3 -u tools/z.py', ['tools/z.py']],
    [`node -e "try{require('./postinstall')}catch(e){}"`, ['./postinstall']],
    ['chmod +x x.sh && sudo ./x.sh', ['./x.sh']],
    ['source ./x.sh; . y.sh', ['./x.sh', 'y.sh']],
    ['setup.bat', ['setup.bat']],
    ['powershell -ExecutionPolicy Bypass -File x.ps1', ['x.ps1']],
    ['tsc && echo done', []],
  ])('%s', (command, files) => {
    expect(filesRunBy(command)).toEqual(files);
  });

  it('finds scripts of the manifest', () => {
    expect(scriptsRunBy('npm run build && yarn test:unit && pnpm run -s lint')).toEqual([
      'build',
      'test:unit',
      'lint',
    ]);
  });
});
