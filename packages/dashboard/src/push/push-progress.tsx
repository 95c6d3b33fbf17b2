import { ProgressBar } from 'react-aria-components';
import { Button } from '../ui/button.tsx';
import type { PushStep } from './push.ts';

const TEXT: Readonly<Record<PushStep['kind'], string>> = {
  reading: 'Computing the digest',
  starting: 'Asking the hub where to send it',
  sending: 'Sending',
  finishing: 'Finishing',
};

/** How far a push is. */
export function PushProgress({
  step,
  size,
  onCancel,
}: {
  readonly step: PushStep;
  readonly size: number;
  readonly onCancel: () => void;
}) {
  const share = 'share' in step ? step.share : undefined;
  return (
    <section className="card stack tight" aria-label="Progress">
      <ProgressBar
        value={(share ?? 0) * 100}
        isIndeterminate={share === undefined}
        aria-label={TEXT[step.kind]}
      >
        {({ percentage = 0 }) => (
          <>
            <p className="row apart">
              <span role="status">{TEXT[step.kind]}</span>
              <span className="number soft">
                {share === undefined ? '' : `${Math.round(percentage)} % of ${Math.ceil(size / 1000)} kB`}
              </span>
            </p>
            <div className={share === undefined ? 'bar moving' : 'bar'}>
              <span style={{ inlineSize: share === undefined ? '30%' : `${percentage}%` }} />
            </div>
          </>
        )}
      </ProgressBar>
      <div>
        <Button look="secondary" small onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
