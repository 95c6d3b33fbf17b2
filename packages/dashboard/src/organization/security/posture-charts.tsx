import {
  Area,
  AreaChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Severity } from '../../api/catalogs.gen.ts';
import { SEVERITY_NAMES } from '../../domain/labels.ts';
import { optionsOf, type Names } from '../../ui/labels.tsx';
import { dayText } from './posture-table.tsx';
import type { Posture } from './security.queries.ts';

const HEIGHT = 220;
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const shortDay = (date: string): string => SHORT_DAY.format(new Date(`${date}T00:00:00Z`));

const TOOLTIP = {
  contentStyle: {
    background: 'var(--card)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
    color: 'var(--ink)',
  },
  labelFormatter: (label: unknown) => dayText(String(label)),
  isAnimationActive: false,
};

const AXIS = { stroke: 'var(--soft)', tick: { fill: 'var(--soft)', fontSize: 12 } };

/** Dashes tell the lines apart without colors. */
const DASHES: Names<Severity> = { critical: '', high: '10 2', medium: '6 3', low: '1 3' };

/** Lowest at the bottom, so that the worst stand out at the top. */
const SERIES = optionsOf(SEVERITY_NAMES).toReversed();

/** Charts of the average score and of the open findings on each day. */
export default function PostureCharts({ history }: { readonly history: Posture['history'] }) {
  const days = history.map(({ date, average_score, open }) => ({
    date,
    score: average_score === null ? null : Math.round(average_score),
    ...open,
  }));
  return (
    <div className="grid half">
      <figure className="chart">
        <figcaption>Average score</figcaption>
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <LineChart data={days} margin={MARGIN} title="Average score on each day">
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis dataKey="date" tickFormatter={shortDay} minTickGap={32} {...AXIS} />
            <YAxis domain={[0, 100]} width={34} {...AXIS} />
            <Tooltip {...TOOLTIP} />
            <Line
              dataKey="score"
              name="Average score"
              stroke="var(--brand)"
              strokeWidth={2}
              dot={days.length <= 31 ? { r: 2 } : false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </figure>
      <figure className="chart">
        <figcaption>Open findings</figcaption>
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <AreaChart data={days} margin={MARGIN} title="Open findings on each day, by severity">
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis dataKey="date" tickFormatter={shortDay} minTickGap={32} {...AXIS} />
            <YAxis allowDecimals={false} width={34} {...AXIS} />
            <Tooltip {...TOOLTIP} />
            <Legend iconType="plainline" wrapperStyle={{ fontSize: 13 }} itemSorter={null} />
            {SERIES.map(([key, name]) => (
              <Area
                key={key}
                dataKey={key}
                name={name}
                stackId="open"
                stroke={`var(--${key})`}
                strokeDasharray={DASHES[key]}
                fill={`var(--${key}-soft)`}
                fillOpacity={1}
                isAnimationActive={false}
              />
            ))}
          </AreaChart>
        </ResponsiveContainer>
      </figure>
    </div>
  );
}

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
