import { Option, type Command } from 'commander';
import { badRequest, notFound } from '../common/errors/api-error.js';
import { isUuid } from '../common/values/uuid.js';
import {
  NewestReport,
  type NewestOfMcp,
  type ReportedVersion,
} from '../hub/catalog/newest-versions/newest-report.js';
import { openOrBorrowDatabase } from '../storage/database/open-database.js';
import { readAsIs } from '../storage/database/read-as-is.js';
import { jsonOption, printResult, type OutputOptions } from './json-output.js';
import { loadCommandConfig } from './load-command-config.js';

interface NewestOptions extends OutputOptions {
  readonly explain?: string;
  readonly limit: string;
  readonly after?: string;
}

const MAX_LIMIT = 1000;

/** Runs `work` on the database as it is, without migrating it: operators look before they upgrade. */
async function withReport(work: (report: NewestReport) => Promise<void>): Promise<void> {
  const database = await openOrBorrowDatabase(loadCommandConfig(), false);
  try {
    await readAsIs({ server: database.server }, (query) => work(new NewestReport(query)));
  } finally {
    await database.close();
  }
}

const RULES: Readonly<Record<ReportedVersion['because'], string>> = {
  'final release': 'a final release, by its number',
  'pre-release': 'a pre-release, because there is no final release',
  'unreadable number': 'a release whose number has no order',
  commit: 'the last commit of the default branch, because nothing is released',
  preview: 'a preview, which is never the newest',
  revoked: 'revoked, and never the newest',
};

const shown = (version: ReportedVersion | null): string =>
  version === null
    ? 'none'
    : `${version.visible_version} ${version.number ?? '(no number)'} ${version.status} ${version.created_at}`;

function explained(mcp: NewestOfMcp): string[] {
  const rule =
    mcp.newest === null ? 'no version can be: all are revoked or previews' : RULES[mcp.newest.because];
  return [
    `${mcp.name} (${mcp.mcp_id}), ${mcp.versions} versions`,
    `newest:       ${shown(mcp.newest)}`,
    `because it is ${rule}`.replace('because it is no version', 'because no version'),
    `created last: ${shown(mcp.created_last)}${mcp.differs ? '' : ' (the same)'}`,
    ...mcp.others.map((version) => `then:         ${shown(version)}, ${version.because}`),
  ];
}

async function explain(name: string, options: OutputOptions): Promise<void> {
  await withReport(async (report) => {
    const mcps = await report.explain(name);
    if (mcps.length === 0) throw notFound(`MCP ${name}`);
    printResult(options, { mcps }, mcps.flatMap(explained));
  });
}

async function list({ limit: text, after, ...options }: NewestOptions): Promise<void> {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT)
    throw badRequest('limit', `must be a number from 1 to ${MAX_LIMIT}`);
  if (after !== undefined && !isUuid(after)) throw badRequest('after', 'must be the id of an MCP');
  await withReport(async (report) => {
    const page = await report.differing(limit, after);
    printResult(options, page, [
      ...page.mcps.map(
        ({ name, newest, created_last: last }) =>
          `${name}\tnewest ${shown(newest)}\tcreated last ${shown(last)}`,
      ),
      page.next === null
        ? `${page.mcps.length} MCPs whose newest version is not the one that was created last`
        : `more with --after ${page.next}`,
    ]);
  });
}

/** Defines `newest`: which versions are the newest, by which rule, and which were before an upgrade. */
export function defineNewest(command: Command): void {
  command
    .addOption(new Option('--explain <mcp>', 'say why, for one MCP: owner/slug'))
    .addOption(new Option('--limit <number>', `at most this many MCPs, up to ${MAX_LIMIT}`).default('100'))
    .addOption(new Option('--after <id>', 'go on after this MCP, which the page before named'))
    .addOption(jsonOption())
    .action((options: NewestOptions) =>
      options.explain === undefined ? list(options) : explain(options.explain, options),
    );
}
