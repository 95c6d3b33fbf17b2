import { State } from '../ui/state.tsx';
import type { Version } from './mcp.queries.ts';

/** Stands for results that do not exist. */
export const NotAnalyzed = ({ version }: { readonly version: Version }) => (
  <State title="No results">
    <p>
      {version.status === 'FAILED'
        ? 'The analysis of this version failed. Choose another version, or push it again.'
        : 'This version is not analyzed yet. The page shows the results when they are there.'}
    </p>
  </State>
);
