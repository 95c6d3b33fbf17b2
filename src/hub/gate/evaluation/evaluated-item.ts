import type { StartFacts } from '@mcp-hub/client-configurations';
import type { NameKind } from '@mcp-hub/client-configurations/names';
import type { Item } from './items.js';
import type { Decision } from './policy-set.js';
import type { Subject } from './subject.js';

/** What an item was understood as; null for what is not known. */
export interface Understood {
  readonly as: NameKind;
  readonly mcp: { readonly id: string; readonly name: string } | null;
  readonly version: {
    readonly id: string;
    readonly visible_version: string;
    readonly semver: string | null;
  } | null;
  /** The analysis that was evaluated. */
  readonly snapshot_id: string | null;
}

/** An item of a request with the decision about it, and what that depended on. */
export interface EvaluatedItem extends Item, Decision {
  /** Null if the server has no complete analysis. */
  readonly globalScore: number | null;
  readonly understood: Understood;
  /** What a configuration can use of it; null if its analysis does not say. */
  readonly start: StartFacts | null;
  readonly subject: Subject;
}
