// Which test files a change can affect most directly, for `npm run verify -- --changed`.
import { globSync } from 'node:fs';
import { directImporters } from './source-imports.mjs';

const TEST = /\.(?:spec|test)\.ts$/u;

// What puts the product together imports everything, so that it says nothing about what a change affects.
const COMPOSITION =
  /\.module\.ts$|^src\/(?:app\.module|configure-app|surfaces|main)\.ts$|^src\/(?:server|openapi)\/|^test\/support\/(?:test-app|suite)\.ts$/u;

/** The tests at the HTTP edge of a folder of `src`: they have the same headings. */
const EDGES = [
  [/^src\/hub\/([a-z]+)\//u, (domain) => [`test/api/hub/${domain}/`]],
  [/^src\/(registry|grc|reports)\//u, (room) => [`test/api/${room}/`]],
  [/^src\/auth\//u, () => ['test/api/registry/', 'test/api/hub/accounts/', 'test/api/enterprise/']],
  [
    /^src\/(?:storage\/artifacts|registry\/cleanup|registry\/artifacts)\//u,
    () => ['test/api/storage/', 'test/contract/artifact'],
  ],
  [
    /^src\/storage\/(?:[a-z.-]+\.ts|redis|outbox|secret-fingerprints)/u,
    () => ['test/api/operation/', 'test/api/storage/'],
  ],
  [/^src\/storage\/database\//u, () => ['test/architecture/migration', 'test/faults/database-faults']],
  [/^src\/(?:jobs|storage\/counters)\//u, () => ['test/contract/']],
  [/^src\/(?:common\/operation|health|server)\//u, () => ['test/api/operation/', 'test/journeys/operation']],
  // What all requests meet.
  [
    /^src\/(?:common\/(?:http|openapi|logging)|config|openapi|[a-z-]+(?:\.module)?\.ts$)/u,
    () => ['test/api/hub/platform/', 'test/api/registry/'],
  ],
  [/^src\/cli\//u, () => ['test/journeys/cli', 'test/journeys/command']],
  [/^packages\/dashboard\/src\//u, () => ['test/dashboard/', 'test/api/hub/dashboard/']],
  [/^packages\/(analyzer|client-configurations|sources)\//u, (name) => [`packages/${name}/`]],
];

// What is said about the whole code or all operations.
const WHOLE = [/^src\//u, ['test/architecture/']];

const files = () =>
  globSync(['src/**/*.ts', 'test/**/*.ts', 'packages/*/src/**/*.{ts,tsx}', 'packages/*/test/**/*.test.ts'], {
    exclude: ['packages/analyzer/test/{corpus,servers}/**'],
  });

/**
 * Returns a function that gets the changed files, with paths from the root of the repository, and returns the test files that
 * they can affect most directly: those that import them without the whole product, those at the edge of the folders in which
 * something changed or that import it, and those about the whole.
 */
export function createAffectedTests() {
  const sources = files();
  const tests = sources.filter((file) => TEST.test(file));
  const importers = directImporters(sources);
  return (changed) => {
    const reached = new Set(changed);
    for (const file of reached) {
      if (COMPOSITION.test(file)) continue;
      for (const importer of importers.get(file) ?? []) reached.add(importer);
    }
    const direct = changed.flatMap((file) => [file, ...(importers.get(file) ?? [])]);
    const places = EDGES.flatMap(([pattern, placesOf]) =>
      direct.flatMap((file) => {
        // A part of the composition affects what is beside it if it has changed itself.
        const isLeftOut = TEST.test(file) || (COMPOSITION.test(file) && !changed.includes(file));
        const match = isLeftOut ? null : pattern.exec(file);
        return match === null ? [] : placesOf(match[1]);
      }),
    );
    const [code, whole] = WHOLE;
    if (changed.some((file) => code.test(file) && !TEST.test(file))) places.push(...whole);
    return tests.filter((test) => reached.has(test) || places.some((place) => test.startsWith(place)));
  };
}
