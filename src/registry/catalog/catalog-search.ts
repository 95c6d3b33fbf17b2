import { Injectable } from '@nestjs/common';
import { hasTrigram } from '../../storage/database/like-pattern.js';
import { CatalogSearchReadModel, type CatalogHit } from './catalog-search.read-model.js';
import { isBefore, selects, type CatalogFilter, type CatalogPosition } from './catalog-order.js';
import type { CatalogRow } from './catalog.read-model.js';

/** A common text has enough hits for a page among this many packages. */
const FIRST_STRETCH = 100;
const STRETCH = 1000;
/** With more hits, the catalog is scanned in order instead, because hits are frequent. */
const MAX_UNORDERED_HITS = 1000;

const byPosition = (a: CatalogHit, b: CatalogHit): number => (isBefore(a, b) ? -1 : 1);

/**
 * Searches the catalog in order, so that pages are consistent. A common text is found among the next packages; a rare
 * one with the trigram index, whose few hits are sorted. So the cost of neither depends on the size of the catalog. A
 * text without trigrams is searched range by range, with other requests served in between.
 */
@Injectable()
export class CatalogSearch {
  constructor(private readonly readModel: CatalogSearchReadModel) {}

  /** The packages of a filter with all words in their id, description or tags, in batches of `size`. */
  async *batches(
    words: readonly string[],
    filter: CatalogFilter,
    size: number,
    start: CatalogPosition | undefined,
  ): AsyncGenerator<CatalogRow[]> {
    let waiting: CatalogHit[] = [];
    for await (const hits of this.hits(words, filter, start)) {
      waiting = waiting.concat(hits);
      while (waiting.length >= size) {
        yield await this.readModel.describe(waiting.slice(0, size));
        waiting = waiting.slice(size);
      }
    }
    if (waiting.length > 0) yield await this.readModel.describe(waiting);
  }

  private async *hits(
    words: readonly string[],
    filter: CatalogFilter,
    start: CatalogPosition | undefined,
  ): AsyncGenerator<readonly CatalogHit[]> {
    let { hits, end } = await this.readModel.within(words, filter, FIRST_STRETCH, start);
    yield hits;
    if (end === undefined) return;
    const all = words.some(hasTrigram)
      ? await this.readModel.anywhere(words, MAX_UNORDERED_HITS + 1)
      : undefined;
    if (all !== undefined && all.length <= MAX_UNORDERED_HITS) {
      const from = end;
      yield all.filter((hit) => isBefore(from, hit) && selects(filter, hit)).sort(byPosition);
      return;
    }
    while (end !== undefined) {
      ({ hits, end } = await this.readModel.within(words, filter, STRETCH, end));
      yield hits;
    }
  }
}
