import { Badge, type Tone } from '../ui/badges.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  published: 'good',
  revoked: 'bad',
  draft: 'neutral',
  ingested: 'brand',
};

/** Status of a version in the registry. */
export const RegistryStatus = ({ status }: { readonly status: string }) => (
  <Badge tone={TONES[status] ?? 'neutral'}>{status}</Badge>
);
