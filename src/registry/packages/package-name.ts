import { nameKey } from '../../common/values/names.js';

/** A package in a path. */
export interface PackageName {
  readonly org: string;
  readonly name: string;
}

/**
 * SQL of the package with exactly this spelling, unless its organization is suspended: the organization as `o` and itself as
 * `p`. `$1` to `$4` are `packageKeys`; further parameters start at `$5`.
 */
export const FROM_PACKAGE = `
    FROM registry_organization o
    JOIN registry_package p ON p.org_id = o.id AND p.name_key = $3 AND p.name = $4
                           AND o.slug_key = $1 AND o.slug = $2 AND NOT o.suspended`;

/** The first parameters of a statement with `FROM_PACKAGE`. */
export const packageKeys = ({ org, name }: PackageName): string[] => [nameKey(org), org, nameKey(name), name];
