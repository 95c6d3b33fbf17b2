import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { notFound, type ApiError } from '../../common/errors/api-error.js';
import { packageResource } from '../resources.js';
import type { PackageName } from './package-name.js';
import type { PackagesRepository } from './packages.repository.js';

/**
 * The error for a package or a version that was not found: 404, which says whether the package itself is missing, or 403 for
 * callers with rights to a package whose organization is suspended (registry contract 25).
 */
export async function versionNotFound(
  packages: PackagesRepository,
  principal: RegistryPrincipal,
  name: PackageName,
): Promise<ApiError> {
  const { exists, suspended } = await packages.stateOf(name);
  if (suspended && (principal.isService || principal.reaches(packageResource(name)))) {
    return organizationSuspended(name.org);
  }
  return notFound(exists ? 'version' : 'package');
}
