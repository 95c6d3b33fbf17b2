/**
 * Runs analyses in processes of their own, for programs that are small and start fast: it loads neither a parser nor a rule,
 * which take 60 MB.
 */
export {
  DEFAULT_LIMITS,
  endAnalyses,
  runIsolated,
  type AdvisoryLookup,
  type Limits,
  type Listener,
  type Outcome,
} from './isolation/run-isolated.js';
export { canonicalJson } from './report/canonical-json.js';
export { CONTROL_CATALOG } from './scoring/control-catalog.js';
