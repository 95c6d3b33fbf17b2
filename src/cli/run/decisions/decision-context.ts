import type { LoginSettings } from '../../login/login-settings.js';
import type { DecisionsStore } from './decisions-store.js';

/** What a decision is made from. */
export interface DecisionContext {
  readonly login: LoginSettings;
  readonly store: DecisionsStore;
  /** Prints a line for the user. */
  readonly note: (line: string) => Promise<void>;
}
