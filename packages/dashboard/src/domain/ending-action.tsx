import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ConfirmedAction } from '../ui/confirmed-action.tsx';
import { Checkbox } from '../ui/fields.tsx';

interface EndingActionProps<Result> {
  /** Verb of the button and of the confirmation. */
  readonly label: string;
  readonly question: string;
  /** What ends in any case. */
  readonly children: ReactNode;
  readonly run: (revokesTokens: boolean) => Promise<Result>;
  readonly changes: readonly QueryKey[];
  readonly done?: (result: Result) => void;
}

/** A button that ends the credentials of a user, and asks whether API tokens end, too. */
export function EndingAction<Result>({ children, run, ...props }: EndingActionProps<Result>) {
  const [revokesTokens, setRevokesTokens] = useState(false);
  return (
    <ConfirmedAction {...props} run={() => run(revokesTokens)}>
      {children}
      <Checkbox
        label="Also revoke the API tokens of the registry that the user owns, and the service tokens that the user created."
        isSelected={revokesTokens}
        onChange={setRevokesTokens}
      />
    </ConfirmedAction>
  );
}
