import { InvalidArgumentError, type Command } from 'commander';
import { badRequest } from '../common/errors/api-error.js';
import { isName, nameRule } from '../common/values/text.js';
import { AdvisoryImports } from '../hub/analysis/advisories/advisory-imports.js';
import {
  AdvisorySourcesRepository,
  type LeasedSource,
  type ListedSource,
} from '../hub/analysis/advisories/advisory-sources.repository.js';
import {
  checkExport,
  exportAt,
  storeExport,
  type ImportAccess,
  type ImportedExport,
} from '../hub/analysis/advisories/import-osv-export.js';
import type { OsvExport } from '../hub/analysis/advisories/osv-export.js';
import { UnusableExportError } from '../hub/analysis/advisories/unusable-export.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { withServices, withServicesInSteps, type Step } from './command-context.js';
import { jsonOption, printList, printResult, type OutputOptions } from './json-output.js';
import { row } from './print.js';
import { recordStart } from './operator-trail.js';
import { READS, records } from './recording.js';

const MAX_SOURCES = 1000;
const PROGRESS_MS = 2_000;
const MAX_NAME = 200;

interface ImportOptions extends OutputOptions {
  readonly source: string;
}

/** Prints a line every two seconds. */
function progressLines(): NonNullable<ImportAccess['progress']> {
  let next = performance.now() + PROGRESS_MS;
  return (what, records) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_MS;
    process.stderr.write(`${what}: ${records} records …\n`);
  };
}

const unchanged = { etag: null, lastModified: null };

async function store(name: string, found: OsvExport, step: Step): Promise<ImportedExport> {
  const access: ImportAccess = {
    step: (work) => step((services) => work(services.get(AdvisoryImports))),
    progress: progressLines(),
  };
  let source: LeasedSource | undefined;
  try {
    await checkExport(found, access);
    source = await step((services) =>
      services.get(UnitOfWork).run(async () => {
        await recordStart(services, 'advisory.import_requested', { source: name });
        return services.get(AdvisoryImports).start(name);
      }),
    );
    return await storeExport(source, found, { validators: unchanged, nextInHours: null }, access);
  } catch (error) {
    const leased = source;
    if (leased !== undefined) {
      const { message } = error as Error;
      await step((services) => services.get(AdvisorySourcesRepository).failed(leased, message, null));
    }
    throw error;
  }
}

/** The refusal of an export, which names the path. */
function refusal(path: string, error: unknown): unknown {
  return error instanceof UnusableExportError
    ? badRequest(path, `cannot be imported: ${error.message}`)
    : error;
}

function sourceName(text: string): string {
  if (!isName(text, MAX_NAME)) throw new InvalidArgumentError(nameRule(MAX_NAME));
  return text;
}

async function importAdvisories(path: string, options: ImportOptions): Promise<void> {
  try {
    await importFrom(path, options);
  } catch (error) {
    throw refusal(path, error);
  }
}

async function importFrom(path: string, { source: name, ...options }: ImportOptions): Promise<void> {
  const found = await exportAt(path);
  await withServicesInSteps(async (step) => {
    const { valid, skipped, changed, ecosystems } = await store(name, found, step);
    printResult(options, { source: name, advisories: valid, skipped, changed, ecosystems }, [
      `imported ${valid} advisories into ${name}: ${changed} changes, ${skipped} invalid records skipped`,
    ]);
  });
}

const sourceValue = (source: ListedSource): object => ({
  name: source.name,
  ecosystems: source.ecosystems,
  newest_advisory: source.newestDay,
  advisories: source.advisoryCount,
  skipped: source.skippedCount,
  imported_at: source.importedAt,
  checked_at: source.checkedAt,
  failures: source.failures,
  last_error: source.lastError,
});

const sourceLine = (source: ListedSource): string =>
  row([
    source.name,
    source.ecosystems.join(',') || 'no ecosystem',
    `${source.advisoryCount} advisories`,
    `newest ${source.newestDay ?? 'none'}`,
    `checked ${source.checkedAt?.toISOString() ?? 'never'}`,
    ...(source.lastError === null ? [] : [`failed: ${source.lastError}`]),
  ]);

/** Defines `advisories …`: advisories about the dependencies of MCPs. */
export function defineAdvisories(advisories: Command): void {
  records(advisories.command('import <path>'), { records: ['advisory.import_requested'] })
    .description(
      'import advisories in OSV format: a zip or folder, which replaces those of its ecosystems, or a JSON file, which adds to them',
    )
    .option('--source <name>', 'name under which they are kept', sourceName, 'import')
    .addOption(jsonOption())
    .action(importAdvisories);

  records(advisories.command('list'), READS)
    .description('list the sources of advisories with their dates and numbers')
    .addOption(jsonOption())
    .action((options: OutputOptions) =>
      withServices(async (services) => {
        const page = { limit: MAX_SOURCES, offset: 0 };
        const { items } = await services.get(AdvisorySourcesRepository).list(page);
        await printList(options, items, { value: sourceValue, line: sourceLine });
      }),
    );
}
