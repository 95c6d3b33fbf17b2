import { Badge, type Tone } from '../ui/badges.tsx';

/** Plans, smallest first. */
export const PLANS = ['FREE', 'PRO', 'ENTERPRISE'] as const;
/** Status of a user or an organization. */
export const STATUSES = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
/** Roles on the platform. */
export const ROLES = ['USER', 'PLATFORM_ADMIN'] as const;
/** Roles of local users in the registry. */
export const REGISTRY_ROLES = ['USER', 'ADMIN'] as const;
/** Status of an analysis. */
export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;

const WORDS: Readonly<Record<string, string>> = {
  USER: 'User',
  PLATFORM_ADMIN: 'Administrator',
  ADMIN: 'Administrator',
};

/** A value of the API in words, such as "Enterprise". */
const wordOf = (value: string): string =>
  WORDS[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1).toLowerCase().replaceAll('_', ' ')}`;

/** Options of a selection field for values of the API. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
): readonly (readonly [Value, string])[] => values.map((value) => [value, wordOf(value)]);

/** Options of a filter, which may be off. */
export const filterOptions = <Value extends string>(
  values: readonly Value[],
): readonly (readonly [Value | '', string])[] => [['', 'All'], ...optionsOf(values)];

const TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  SUSPENDED: 'warn',
  SUCCEEDED: 'good',
  DONE: 'good',
  FAILED: 'bad',
  RUNNING: 'brand',
  ENTERPRISE: 'brand',
  PLATFORM_ADMIN: 'brand',
};

/** A status, plan or role. */
export const ValueBadge = ({ value }: { readonly value: string }) => (
  <Badge tone={TONES[value] ?? 'neutral'}>{wordOf(value)}</Badge>
);
