import { Dialog } from '../../ui/dialog.tsx';
import { formText, TextField } from '../../ui/fields.tsx';
import { ChangeForm, dayIn, endOfDay } from '../shared/forms.tsx';
import { fieldError, useChange } from '../shared/use-change.ts';
import { findingsKey, suppress, suppressionsKey, type OrgFinding } from './security.queries.ts';

const DEFAULT_DAYS = 90;

/** Asks why and until when a finding is accepted. */
export function SuppressDialog({
  orgId,
  finding,
  onClose,
}: {
  readonly orgId: string;
  /** Null while nothing is suppressed. */
  readonly finding: OrgFinding | null;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Suppress the finding" isOpen={finding !== null} onClose={onClose}>
      {finding === null ? null : (
        <SuppressForm orgId={orgId} finding={finding} findingId={finding.id ?? ''} onClose={onClose} />
      )}
    </Dialog>
  );
}

function SuppressForm({
  orgId,
  finding,
  findingId,
  onClose,
}: {
  readonly orgId: string;
  readonly finding: OrgFinding;
  readonly findingId: string;
  readonly onClose: () => void;
}) {
  const suppressing = useChange({
    run: ({ reason, until }: { reason: string; until: string }) =>
      suppress(orgId, { finding_id: findingId, reason, expires_at: endOfDay(until) }),
    invalidates: [findingsKey(orgId), suppressionsKey(orgId)],
    done: ({ title }) => `“${title}” is suppressed.`,
    onDone: onClose,
  });
  return (
    <ChangeForm
      action="Suppress"
      isPending={suppressing.isPending}
      failure={suppressing.error}
      fields={['reason', 'expires_at']}
      onSend={(form) =>
        suppressing.mutate({ reason: formText(form, 'reason').trim(), until: formText(form, 'until') })
      }
      onCancel={onClose}
    >
      <p>
        <strong>{finding.title}</strong> in {finding.mcp_name}, {finding.location.file_path}. The organization
        accepts it for a time. That changes no score and no level, and the gate still sees the finding.
      </p>
      <TextField
        name="reason"
        label="Reason"
        maxLength={1000}
        hint="Why it is acceptable, for those who ask later."
        error={fieldError(suppressing.error, 'reason')}
        isRequired
        multiline
      />
      <TextField
        name="until"
        label="Ends after"
        type="date"
        defaultValue={dayIn(DEFAULT_DAYS)}
        hint="At most a year from now."
        error={fieldError(suppressing.error, 'expires_at')}
        isRequired
      />
    </ChangeForm>
  );
}
