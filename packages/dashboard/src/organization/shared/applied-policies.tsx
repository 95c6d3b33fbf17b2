import { Notice } from '../../ui/state.tsx';

/** Something about an evaluation as a whole. */
export interface EvaluationWarning {
  readonly code: string;
  readonly message: string;
}

/** Warns that an evaluation depended on no policy, so that its result says little. */
export const EvaluationWarnings = ({ warnings }: { readonly warnings: readonly EvaluationWarning[] }) =>
  warnings.map(({ code, message }) => (
    <Notice key={code} kind="warn">
      {`${message.charAt(0).toUpperCase()}${message.slice(1)}. `}
      {code === 'no_policy_applied'
        ? 'Only the built-in rules can deny, and the command mcp-hub gate fails here.'
        : ''}
    </Notice>
  ));

/** Whether what denied a server is a rule that every gate has, and no policy with a page. */
export const isBuiltInRule = (id: string): boolean => id.startsWith('00000000-0000-4000-8000-');
