import { useState } from 'react';
import { ActionForm, type ErrorOf } from '../../ui/action-form.tsx';
import { dayIn } from '../../ui/calendar-day.ts';
import { Checkbox, SelectField, TextField } from '../../ui/fields.tsx';
import { optionsOf, type Names } from '../../ui/labels.tsx';
import { policiesKey, type Policy, type PolicyRequest, type TrialRequest } from './policies.queries.ts';
import { requestOf, trialOf, type PolicyDraft } from './policy-draft.ts';
import { PolicyPreview } from './policy-preview.tsx';
import { POLICY_TARGETS, type PolicyTarget } from './policy-targets.ts';
import { PolicyValue } from './policy-value.tsx';

const ACTION_NAMES: Names<Policy['action']> = {
  DENY: 'Deny: the pipeline fails',
  WARN: 'Warn: the pipeline passes, with a warning',
  ALLOW: 'Allow: an exception to later policies',
};

const TARGET_CHOICES = Object.entries(POLICY_TARGETS).map(
  ([target, { name }]) => [target as PolicyTarget, name] as const,
);

const FIELDS = ['name', 'description', 'target_value', 'priority', 'environments', 'reason', 'expires_at'];

interface PolicyFormProps {
  readonly orgId: string;
  readonly initial: PolicyDraft;
  /** The policy that is edited; nothing for a new one. */
  readonly policyId?: string;
  /** The trial that the route has already requested for the unedited policy; undefined if its result may differ from that of the form. */
  readonly initialTrial: TrialRequest | undefined;
  readonly save: (request: PolicyRequest) => Promise<Policy>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** The form of a policy, beside a preview of what it would deny. */
export function PolicyForm({
  orgId,
  initial,
  policyId,
  initialTrial,
  save,
  onSaved,
  onCancel,
}: PolicyFormProps) {
  const [draft, setDraft] = useState(initial);
  const edit = (change: Partial<PolicyDraft>): void => setDraft({ ...draft, ...change });
  return (
    <div className="editor">
      <section className="card" aria-label="Policy">
        <ActionForm
          submit={policyId === undefined ? 'Create policy' : 'Save changes'}
          fields={FIELDS}
          changes={[policiesKey(orgId)]}
          run={() => save(requestOf(draft))}
          done={onSaved}
          onCancel={onCancel}
        >
          {(errorOf) => (
            <>
              <TextField
                label="Name"
                value={draft.name}
                onChange={(name) => edit({ name })}
                placeholder="Certified servers only"
                maxLength={100}
                error={errorOf('name')}
                isRequired
              />
              <div className="columns">
                <SelectField
                  label="Action"
                  value={draft.action}
                  options={optionsOf(ACTION_NAMES)}
                  onChange={(action) => edit({ action })}
                />
                <SelectField
                  label="What it looks at"
                  value={draft.type}
                  options={TARGET_CHOICES}
                  onChange={(type) => edit({ type, value: POLICY_TARGETS[type].initial })}
                  hint={POLICY_TARGETS[draft.type].hint}
                />
              </div>
              <PolicyValue
                key={draft.type}
                target={draft.type}
                value={draft.value}
                onChange={(value) => edit({ value })}
                error={errorOf('target_value')}
              />
              {draft.action === 'ALLOW' ? (
                <ExceptionFields draft={draft} edit={edit} errorOf={errorOf} />
              ) : null}
              <div className="columns">
                <TextField
                  label="Priority"
                  type="number"
                  value={draft.priority}
                  onChange={(priority) => edit({ priority })}
                  hint="Lower priorities are asked first."
                  error={errorOf('priority')}
                  isRequired
                />
                <TextField
                  label="Environments"
                  value={draft.environments}
                  onChange={(environments) => edit({ environments })}
                  placeholder="production, staging"
                  hint="With commas between. Empty for all."
                  error={errorOf('environments')}
                />
              </div>
              <TextField
                label="Description"
                value={draft.description}
                onChange={(description) => edit({ description })}
                maxLength={1000}
                hint="Why the policy exists, for those whose pipelines it stops."
                error={errorOf('description')}
              />
              <Checkbox
                label="Enabled"
                isSelected={draft.isEnabled}
                onChange={(isEnabled) => edit({ isEnabled })}
              />
            </>
          )}
        </ActionForm>
      </section>
      <PolicyPreview
        orgId={orgId}
        policy={trialOf(draft)}
        without={policyId === undefined ? [] : [policyId]}
        initialTrial={initialTrial}
      />
    </div>
  );
}

/** What an exception needs besides: a reason and an end. */
function ExceptionFields({
  draft,
  edit,
  errorOf,
}: {
  readonly draft: PolicyDraft;
  readonly edit: (change: Partial<PolicyDraft>) => void;
  readonly errorOf: ErrorOf;
}) {
  return (
    <div className="columns">
      <TextField
        label="Reason"
        value={draft.reason}
        onChange={(reason) => edit({ reason })}
        maxLength={500}
        hint="Why the servers may run although later policies deny them."
        error={errorOf('reason')}
        isRequired
      />
      <TextField
        label="Ends after"
        type="date"
        value={draft.until}
        onChange={(until) => edit({ until })}
        hint={`For example ${dayIn(90)}.`}
        error={errorOf('expires_at')}
        isRequired
      />
    </div>
  );
}
