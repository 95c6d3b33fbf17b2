import { Injectable } from '@nestjs/common';
import { readmitted } from '../../auth/rules/admission.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { ApiError, unavailable } from '../../common/errors/api-error.js';
import { JSON_TYPE } from '../../common/http/json-list-stream.js';
import type { JsonText } from '../../common/http/json-text.js';
import { PIECE_LENGTH, streamText } from '../../common/http/text-stream.js';
import { HOUR_MS } from '../../common/values/durations.js';
import { csvLine } from './csv.js';
import { etagOf, isAnswered, sendGrcData, type Exchange } from './grc-answer.js';
import { whileAdmitted } from './while-admitted.js';

const MAX_EXPORTS = 16;
const MAX_OF_ORGANIZATION = 2;

const HIGH_SURROGATE = /[\uD800-\uDBFF]/;

const FORMATS = {
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'ndjson' },
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv' },
} as const;

/** How an export is written: a JSON object in each line, or a table. */
export type ExportFormat = keyof typeof FORMATS;

/** All formats of a list: pages of JSON, or one of the exports. */
export const LIST_FORMATS = ['json', 'ndjson', 'csv'] as const;

/** A JSON document about all MCPs of an organization, written while it is read from the database. */
export interface GrcDocument {
  /** Equal for equal documents. */
  readonly content: unknown;
  /** Whether it takes several reads, so that it is an export. */
  readonly isLarge: boolean;
  readonly text: JsonText;
}

/** The items of a list, a part of it at a time: objects, or lines of JSON without the end of the last one. */
type Batches = AsyncIterable<readonly object[] | string>;

/** A list: its pages, and all items of it. */
export interface ListSource<Query> {
  list: (orgId: string, query: Query) => Promise<object>;
  all: (orgId: string, query: Query) => Batches;
}

/** An export's name, and for a table the fields, with dots for those of objects. */
interface ListFile {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Sends exports: whole lists in one response, batch by batch and without a transaction, as fast as the client reads them. */
@Injectable()
export class GrcExports {
  private readonly running = new Map<string, number>();

  /**
   * Sends a page of a list, or all of it line by line. The time limit of requests applies to each part: a client that
   * stops reading loses the connection. So does a caller who may no longer read the list.
   * @throws 503 when too many exports are running, 429 when too many of the organization are
   */
  async sendList<Query extends { readonly format: 'json' | ExportFormat }>(
    exchange: Exchange,
    caller: ServiceCaller,
    query: Query,
    { name, columns }: ListFile,
    source: ListSource<Query>,
  ): Promise<void> {
    const orgId = caller.organization.id;
    if (query.format === 'json') {
      sendGrcData(exchange, orgId, await source.list(orgId, query));
      return;
    }
    const { contentType, extension } = FORMATS[query.format];
    const batches = source.all(orgId, query);
    const lines = query.format === 'csv' ? csv(columns, batches) : ndjson(batches);
    exchange.res.attachment(`${name}.${extension}`);
    await this.stream(exchange, caller, contentType, lines);
  }

  /** Sends a document, or 304 if the client has it. @throws like `sendList`, for a large one */
  async sendDocument(
    { req, res }: Exchange,
    caller: ServiceCaller,
    { content, isLarge, text }: GrcDocument,
  ): Promise<void> {
    if (isAnswered({ req, res }, etagOf(caller.organization.id, content))) return;
    if (isLarge) await this.stream({ req, res }, caller, JSON_TYPE, text);
    else await streamText(res, JSON_TYPE, text);
  }

  /** The same for text in another format. */
  async stream(
    { req, res }: Exchange,
    caller: ServiceCaller,
    contentType: string,
    pieces: AsyncIterable<string>,
  ): Promise<void> {
    const orgId = caller.organization.id;
    const ofOrganization = this.running.get(orgId) ?? 0;
    if (ofOrganization >= MAX_OF_ORGANIZATION) {
      throw new ApiError(
        'rate_limited',
        'two exports of the organization are running; try again when one has ended',
        {},
        { 'Retry-After': '10' },
      );
    }
    if ([...this.running.values()].reduce((sum, each) => sum + each, 0) >= MAX_EXPORTS) {
      throw unavailable('too many exports are running; try again', 10);
    }
    this.running.set(orgId, ofOrganization + 1);
    const end = performance.now() + HOUR_MS;
    res.setHeader('Cache-Control', 'private, no-store');
    res.vary('Authorization');
    try {
      const admitted = whileAdmitted(pieces, () => readmitted(caller));
      await streamText(res, contentType, admitted, () => {
        if (performance.now() < end) req.renewDeadline();
      });
    } finally {
      const left = (this.running.get(orgId) ?? 1) - 1;
      if (left === 0) this.running.delete(orgId);
      else this.running.set(orgId, left);
    }
  }
}

async function* ndjson(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) {
    if (typeof batch === 'string') {
      yield* slices(batch);
      yield '\n';
    } else {
      yield* inPieces(batch, (item) => `${JSON.stringify(item)}\n`);
    }
  }
}

async function* csv(columns: readonly string[], batches: Batches): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const batch of batches) {
    const items: readonly (object | string)[] = typeof batch === 'string' ? batch.split('\n') : batch;
    yield* inPieces(items, (item) => {
      const fields = typeof item === 'string' ? (JSON.parse(item) as object) : item;
      return csvLine(columns.map((column) => fieldOf(fields, column)));
    });
  }
}

/** A text in pieces that are not large: each one that a client reads renews its deadline. */
function* slices(text: string): Generator<string> {
  for (let start = 0, end: number; start < text.length; start = end) {
    end = start + PIECE_LENGTH;
    // Half of a surrogate pair has no UTF-8.
    if (HIGH_SURROGATE.test(text.charAt(end - 1))) end += 1;
    yield text.slice(start, end);
  }
}

/** The lines of a batch, in pieces of the same size. */
function* inPieces<Item>(batch: readonly Item[], lineOf: (item: Item) => string): Generator<string> {
  let piece = '';
  for (const item of batch) {
    piece += lineOf(item);
    if (piece.length > PIECE_LENGTH) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

/** A field by its path, such as `location.file_path`. */
const fieldOf = (item: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (Object(value) as Record<string, unknown>)[name], item);
