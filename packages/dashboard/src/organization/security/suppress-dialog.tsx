import { ActionForm } from '../../ui/action-form.tsx';
import { dayIn, endOfDay } from '../../ui/calendar-day.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formTexts, TextField } from '../../ui/fields.tsx';
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
  return (
    <ActionForm
      submit="Suppress"
      fields={['reason', 'expires_at']}
      changes={[findingsKey(orgId), suppressionsKey(orgId)]}
      run={(form) => {
        const { reason, until } = formTexts(form, ['reason', 'until']);
        return suppress(orgId, { finding_id: findingId, reason, expires_at: endOfDay(until) });
      }}
      success={({ title }) => `“${title}” is suppressed.`}
      done={onClose}
      onCancel={onClose}
    >
      {(errorOf) => (
        <>
          <p>
            <strong>{finding.title}</strong> in {finding.mcp_name}, {finding.location.file_path}. The
            organization accepts it for a time. That changes no score and no level, and the gate still sees
            the finding.
          </p>
          <TextField
            name="reason"
            label="Reason"
            maxLength={1000}
            hint="Why it is acceptable, for those who ask later."
            error={errorOf('reason')}
            isRequired
            multiline
          />
          <TextField
            name="until"
            label="Ends after"
            type="date"
            defaultValue={dayIn(DEFAULT_DAYS)}
            hint="At most a year from now."
            error={errorOf('expires_at')}
            isRequired
          />
        </>
      )}
    </ActionForm>
  );
}
