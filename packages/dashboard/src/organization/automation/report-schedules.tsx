import { useState } from 'react';
import { formText, SelectField, TextField } from '../../ui/fields.tsx';
import { State } from '../../ui/state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ChangeForm, ConfirmButton } from '../shared/forms.tsx';
import type { Org } from '../shared/org.queries.ts';
import { fieldError, useChange } from '../shared/use-change.ts';
import { PAPERS, createSchedule, deleteSchedule, schedulesKey, type Schedule } from './automation.queries.ts';

const INTERVALS = [
  ['WEEKLY', 'Each week, on Monday'],
  ['MONTHLY', 'Each month, on the first day'],
] as const;

const intervalName = (interval: string): string =>
  INTERVALS.find(([known]) => known === interval)?.[1] ?? interval;

/** The schedules by which reports about the organization are made. */
export function Schedules({
  org,
  schedules,
}: {
  readonly org: Org;
  readonly schedules: readonly Schedule[];
}) {
  const [isCreating, setCreating] = useState(false);
  const mayCreate = org.can('report:create');
  return (
    <section className="card flush" aria-labelledby="schedules">
      <div className="row apart card-title">
        <h2 id="schedules">Schedules</h2>
        {mayCreate ? (
          <Button look="secondary" small onPress={() => setCreating(true)}>
            New schedule
          </Button>
        ) : null}
      </div>
      <Table
        caption="Schedules of reports"
        rows={schedules}
        keyOf={({ id }) => id}
        columns={[
          { name: 'When', cell: ({ interval }) => intervalName(interval) },
          { name: 'Paper', cell: ({ paper }) => (paper === 'A4' ? 'A4' : 'Letter') },
          {
            name: 'E-mail to',
            cell: ({ notify }) =>
              notify.length === 0 ? <span className="soft">nobody</span> : notify.join(', '),
          },
          { name: 'Next', cell: ({ next_run_at }) => <Time at={next_run_at} exact /> },
          {
            name: 'Actions',
            kind: 'actions',
            cell: ({ id, interval }) =>
              mayCreate ? (
                <ConfirmButton
                  label="Delete"
                  name={`Delete the schedule “${intervalName(interval)}”`}
                  title="Delete the schedule?"
                  action="Delete"
                  run={() => deleteSchedule(org.id, id)}
                  invalidates={[schedulesKey(org.id)]}
                  done="The schedule is deleted."
                >
                  <p>Reports that exist stay.</p>
                </ConfirmButton>
              ) : null,
          },
        ]}
        empty={
          <State title="No schedules yet">
            <p>With a schedule, a report about the organization is made each week or month.</p>
          </State>
        }
      />
      <Dialog title="New schedule" isOpen={isCreating} onClose={() => setCreating(false)}>
        <ScheduleForm org={org} onClose={() => setCreating(false)} />
      </Dialog>
    </section>
  );
}

function ScheduleForm({ org, onClose }: { readonly org: Org; readonly onClose: () => void }) {
  const [interval, setInterval] = useState<Schedule['interval']>('MONTHLY');
  const [paper, setPaper] = useState<Schedule['paper']>('A4');
  const creating = useChange({
    run: (notify: string[]) => createSchedule(org.id, { scope: 'ORGANIZATION', interval, paper, notify }),
    invalidates: [schedulesKey(org.id)],
    done: () => 'The schedule is created.',
    onDone: onClose,
  });
  return (
    <ChangeForm
      action="Create schedule"
      isPending={creating.isPending}
      failure={creating.error}
      fields={['notify']}
      onSend={(form) =>
        creating.mutate(
          formText(form, 'notify')
            .split(/[\s,;]+/)
            .filter((address) => address !== ''),
        )
      }
      onCancel={onClose}
    >
      <SelectField label="When" value={interval} options={INTERVALS} onChange={setInterval} />
      <SelectField label="Paper" value={paper} options={PAPERS} onChange={setPaper} />
      <TextField
        name="notify"
        label="E-mail to"
        hint="Verified addresses of members, with commas between. They get a mail when a report is ready."
        error={fieldError(creating.error, 'notify')}
      />
    </ChangeForm>
  );
}
