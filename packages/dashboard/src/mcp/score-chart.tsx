import type { CSSProperties } from 'react';
import type { components } from '../api/hub.js';
import { scoreTone } from '../domain/badges.tsx';

type Scores = components['schemas']['ScoresView'];

const PARTS = [
  ['security', 'Security'],
  ['supply_chain', 'Supply chain'],
  ['maturity', 'Maturity'],
] as const;

/** The fill of a bar, set by script as the policy of the page demands. */
const filled = (percent: number): CSSProperties => ({
  inlineSize: `${Math.max(0, Math.min(100, percent))}%`,
});

const words = (name: string): string => (name === 'ci_cd' ? 'CI' : name.replaceAll('_', ' '));

/** The global score as the sum of its weighted parts, and the breakdown of each part. */
export function ScoreChart({ scores }: { readonly scores: Scores }) {
  const { global_score: total, grade, scores: parts } = scores;
  return (
    <section className="card" aria-labelledby="scores">
      <div className="row apart">
        <h2 id="scores">Scores</h2>
        <span>
          <strong className="number">{total}</strong> of 100, grade <strong>{grade}</strong>
        </span>
      </div>
      <div className="score-sum" aria-hidden="true">
        {PARTS.map(([key]) => (
          <div key={key} className="bar" style={{ flexGrow: parts[key].weight }}>
            <span className={scoreTone(parts[key].score)} style={filled(parts[key].score)} />
          </div>
        ))}
      </div>
      <p className="soft small">
        The width of each bar is its weight, so what is filled is the global score. A critical or high finding
        limits the security score, however good its parts are.
      </p>
      <dl className="score-parts">
        {PARTS.map(([key, name]) => (
          <ScorePart key={key} name={name} part={parts[key]} />
        ))}
      </dl>
    </section>
  );
}

function ScorePart({ name, part }: { readonly name: string; readonly part: Scores['scores']['security'] }) {
  return (
    <div>
      <dt className="row apart">
        <span>
          {name} <span className="soft small">{`${Math.round(part.weight * 100)} % of the score`}</span>
        </span>
        <strong className="number">{part.score}</strong>
      </dt>
      <dd>
        <ul className="plain">
          {Object.entries(part.breakdown).map(([category, score]) => (
            <li key={category} className="score-line">
              <span>{words(category)}</span>
              <span className="bar" aria-hidden="true">
                <span className={scoreTone(score)} style={filled(score)} />
              </span>
              <span className="number">{score}</span>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
