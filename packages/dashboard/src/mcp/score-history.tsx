import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ListedVersion } from './mcp.queries.ts';

/** The global score of each analyzed version, oldest first. The table below has the same numbers. */
export default function ScoreHistory({ versions }: { readonly versions: readonly ListedVersion[] }) {
  const points = versions
    .toReversed()
    .map(({ semver, visible_version: name, global_score: score }) => ({ name: semver ?? name, score }));
  const last = points.at(-1);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={points}
        margin={{ top: 8, right: 16, bottom: 0, left: -16 }}
        role="img"
        aria-label={`Score of ${points.length} versions, from ${points[0]?.score} to ${last?.score}`}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="name" stroke="var(--soft)" fontSize={12} tickLine={false} minTickGap={24} />
        <YAxis
          domain={[0, 100]}
          ticks={[0, 20, 40, 60, 80, 100]}
          stroke="var(--soft)"
          fontSize={12}
          tickLine={false}
        />
        <Tooltip
          contentStyle={{ background: 'var(--card)', borderColor: 'var(--line)' }}
          labelStyle={{ color: 'var(--ink)' }}
          itemStyle={{ color: 'var(--ink)' }}
        />
        <Line
          type="linear"
          dataKey="score"
          stroke="var(--brand)"
          strokeWidth={2}
          dot={{ r: 3, fill: 'var(--brand)' }}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}
