import type { PackageFiles } from '../files/source-file.js';
import { languageNamed } from '../languages/index.js';
import type { Manifest } from '../packages/package-facts.js';
import type { TextFile } from '../files/text-file.js';
import type { CiFacts, DocumentationFacts, TestFacts } from '../scoring/assessment.js';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** A file in the package's root or in the folder `.github` or `docs`. */
const atRoot = (path: string): boolean => !path.includes('/') || /^(?:\.github|docs)\/[^/]+$/u.test(path);

export const readmeOf = (texts: readonly TextFile[]): string | undefined =>
  texts.find(({ path }) => !path.includes('/') && /^readme(?:\.|$)/u.test(nameOf(path)))?.text;

/** The documentation of the package. */
export function documentationFacts(files: PackageFiles, texts: readonly TextFile[]): DocumentationFacts {
  const readme = readmeOf(texts);
  const paths = [...files.keys()].filter(atRoot);
  const has = (pattern: RegExp): boolean => paths.some((path) => pattern.test(nameOf(path)));
  return {
    readmeLength: readme?.length ?? null,
    installation:
      readme !== undefined &&
      /install|npx |pip |uvx |go get|go install|docker (?:run|pull)|setup|getting started/iu.test(readme),
    usage: readme !== undefined && /usage|configur|how to use|example|mcpservers|quick ?start/iu.test(readme),
    securityPolicy: has(/^security\./u),
    licenseFile: has(/^(?:licen[cs]e|copying)/u),
    changelog: has(/^(?:changelog|changes|history|release[-_]?notes)/u),
  };
}

const RUNNERS =
  /^(?:jest|vitest|mocha|ava|tap|node:test|pytest|unittest|tox|nose2?|hypothesis|@playwright\/test|uvu|japa)$/u;

/** The tests of the package. */
export function testFacts(texts: readonly TextFile[], manifests: readonly Manifest[]): TestFacts {
  const tests = texts.filter(({ role, language }) => role === 'test' && language !== undefined);
  const sources = texts.filter(({ role, language }) => role === 'product' && language !== undefined);
  const lines = (files: readonly TextFile[]): number =>
    files.reduce((sum, file) => sum + file.lines.length, 0);
  const asked = manifests.some(
    ({ dependencies, scripts }) =>
      dependencies.some(({ name }) => RUNNERS.test(name)) ||
      /(?:jest|vitest|mocha|ava|tap|node --test|pytest|tox)/u.test(scripts.get('test') ?? ''),
  );
  const own = tests.some(({ language }) => language && languageNamed(language).sources.testsItself);
  return { files: tests.length, runner: asked || own, lines: lines(tests), sourceLines: lines(sources) };
}

const PINNED = /^(?:[0-9a-f]{40}|sha256:[0-9a-f]{64})$/u;

/** Whether workflows pin all third-party actions to a commit or digest: `uses: owner/action@<commit>`. */
function allPinned(texts: readonly TextFile[]): boolean {
  for (const { text } of texts)
    for (const [, used = ''] of text.matchAll(/^\s*(?:-\s*)?uses:\s*["']?([^\s"'#]+)/gmu)) {
      if (used.startsWith('./')) continue;
      if (!PINNED.test(used.slice(used.lastIndexOf('@') + 1))) return false;
    }
  return true;
}

/** The continuous integration of the package. */
export function ciFacts(texts: readonly TextFile[], paths: readonly string[]): CiFacts {
  const workflows = texts
    .filter(({ role }) => role === 'ci')
    .filter(({ path }) => !/dependabot|renovate/u.test(path));
  const all = workflows.map(({ text }) => text).join('\n');
  const bot = paths.some((path) =>
    /(?:^|\/)(?:dependabot\.ya?ml|\.?renovate(?:rc)?(?:\.json5?)?)$/u.test(path),
  );
  return {
    workflow: workflows.length > 0,
    runsTests:
      /(?:npm|pnpm|yarn|bun) (?:run )?(?:-\S+ )*(?:test|verify|ci:test)|pytest|go test|tox|vitest|jest|make (?:test|check)/u.test(
        all,
      ),
    actionsPinned: allPinned(workflows),
    leastPermissions: /^\s*permissions:/mu.test(all) && !/permissions:\s*write-all/u.test(all),
    scannerOrBot:
      bot ||
      /codeql|semgrep|trivy|snyk|osv-scanner|gitleaks|npm audit|pip-audit|govulncheck|bandit|scorecard/u.test(
        all,
      ),
  };
}

/** The number of comments that disable linter rules for a whole file. */
export const blanketSuppressions = (texts: readonly TextFile[]): number =>
  texts.filter(
    ({ role, text }) =>
      role === 'product' &&
      /\/\*\s*eslint-disable\s*\*\/|\/\/\s*@ts-nocheck|^#\s*(?:flake8|ruff):\s*noqa\s*$|^#\s*type:\s*ignore\s*$|^#\s*pylint:\s*skip-file/mu.test(
        text,
      ),
  ).length;
