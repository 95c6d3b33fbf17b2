import { sentence } from '../api/failure-text.ts';
import type { components } from '../api/hub.js';
import type { Names } from '../ui/labels.tsx';
import { Notice } from '../ui/state.tsx';

/** Something about an evaluation as a whole. */
export type EvaluationWarning = components['schemas']['EvaluationNoticeView'];

/** What follows from a warning. */
const CONSEQUENCES: Names<EvaluationWarning['code']> = {
  no_policy_applied: 'Only the built-in rules can deny, and the command mcp-hub gate fails here.',
};

/** Warns that an evaluation depended on no policy, so that its result says little. */
export const EvaluationWarnings = ({ warnings }: { readonly warnings: readonly EvaluationWarning[] }) =>
  warnings.map(({ code, message }) => (
    <Notice key={code} kind="warn">
      {`${sentence(message)} ${CONSEQUENCES[code]}`}
    </Notice>
  ));
