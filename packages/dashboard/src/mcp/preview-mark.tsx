import { Badge } from '../ui/badge.tsx';

/** Says that a version is of another branch, or of a tag that is no version, so that it is never the newest. */
export const PreviewMark = ({ of: gitRef }: { readonly of: string | null }) => (
  <span>
    <Badge>preview</Badge>{' '}
    {gitRef === null ? null : <span className="mono soft small">{nameOf(gitRef)}</span>}
  </span>
);

/** A branch or tag as people name it. */
const nameOf = (gitRef: string): string =>
  gitRef.replace(/^refs\/heads\//, '').replace(/^refs\/tags\//, 'tag ');
