import { SourceError, type RepositoryFacts, type ResolvedRef } from '@mcp-hub/sources';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import type { PublicSource } from '../sources/public-source.js';

/** The answer of a code host, or why there is none. */
export type Answer<T> =
  | { readonly said: T; readonly error?: never }
  | { readonly said?: never; readonly error: SourceError };

/**
 * Asks code hosts during one run of a job. A host that cannot be reached is asked once, and so is what many changes ask:
 * which repository is at an address, and a host that refuses or limits the questions about it.
 */
export class CodeHostSession {
  /** By hosts, and by addresses of repositories. */
  private readonly unavailable = new Map<string, SourceError>();
  private readonly answering = new Set<string>();
  /** Hosts that could not be reached, or had an error or too many requests. */
  private readonly unwell = new Set<string>();
  private readonly repositories = new Map<string, Answer<RepositoryFacts>>();

  constructor(
    private readonly sources: PublicSource,
    private readonly signal: AbortSignal,
  ) {}

  /** Which repository is at an address. */
  async repository(url: string): Promise<Answer<RepositoryFacts>> {
    const known = this.repositories.get(repositoryKey(url));
    if (known !== undefined) return known;
    const answer = await this.ask(url, 'api', () => this.sources.repositoryFacts(url, this.signal));
    this.repositories.set(repositoryKey(url), answer);
    return answer;
  }

  /** A branch or tag now; the default branch for `HEAD`. */
  ref(url: string, ref: string): Promise<Answer<ResolvedRef>> {
    return this.ask(url, 'git', () => this.sources.findRef(url, ref, this.signal));
  }

  /** Whether a commit is another one, or in its history. */
  isBefore(url: string, commit: string, other: string): Promise<Answer<boolean>> {
    return this.ask(url, 'api', () => this.sources.isBefore(url, { commit, other }, this.signal));
  }

  /** Hosts that have answered each question, if only with a refusal. */
  get well(): string[] {
    return [...this.answering].filter((host) => !this.unwell.has(host));
  }

  /** What did not answer about a repository: its host, or the host about this repository. */
  silentAbout(url: string): string {
    const key = repositoryKey(url);
    const host = hostOf(key);
    return this.unwell.has(host) ? host : key;
  }

  /** @param by what answers: git's protocol, or the API of the host, each with limits of its own */
  private async ask<T>(url: string, by: 'git' | 'api', question: () => Promise<T>): Promise<Answer<T>> {
    const key = repositoryKey(url);
    const host = hostOf(key);
    const known = this.unavailable.get(host) ?? this.unavailable.get(`${by} ${key}`);
    if (known !== undefined) return { error: known };
    try {
      const said = await question();
      this.answering.add(host);
      return { said };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.isUnreachable) this.unavailable.set(host, error);
      else if (error.isRetryable || error.code === 'denied') this.unavailable.set(`${by} ${key}`, error);
      if (error.isUnreachable || error.isRetryable) this.unwell.add(host);
      else this.answering.add(host);
      return { error };
    }
  }
}

const hostOf = (key: string): string => key.split('/', 1)[0] ?? '';
