import { Injectable } from '@nestjs/common';
import type { AdvisoryAnswer, AdvisoryLookup } from '@mcp-hub/analyzer';
import { AdvisoriesRepository } from './advisories.repository.js';
import { isStorableName } from './advisory-row.js';
import { AdvisorySourcesRepository } from './advisory-sources.repository.js';

const PACKAGES_A_STATEMENT = 1000;
/** The size of an answer in characters. Even a package that depends on everything needs less. */
const MAX_ANSWER = 128 * 1024 * 1024;

/** Answers the questions of analyses about their dependencies. */
@Injectable()
export class AdvisoryLookups {
  constructor(
    private readonly sources: AdvisorySourcesRepository,
    private readonly advisories: AdvisoriesRepository,
  ) {}

  /**
   * The stored advisories about some packages; undefined when there are none, so that the report calls advisories
   * not observable (hub contract 28). @throws when the answer would be too large
   */
  readonly find: AdvisoryLookup = async (packages) => {
    const { ecosystems, newestDay, size } = await this.sources.summary();
    if (size === 0) return undefined;
    const known = packages.filter(({ name }) => isStorableName(name));
    const records: unknown[] = [];
    let length = 0;
    for (let start = 0; start < known.length; start += PACKAGES_A_STATEMENT) {
      for (const text of await this.advisories.about(known.slice(start, start + PACKAGES_A_STATEMENT))) {
        length += text.length;
        if (length > MAX_ANSWER) throw new Error('the advisories about one package are too large');
        records.push(JSON.parse(text));
      }
    }
    const answer: AdvisoryAnswer = {
      records,
      ecosystems,
      size,
      ...(newestDay !== null && { day: newestDay }),
    };
    return answer;
  };
}
