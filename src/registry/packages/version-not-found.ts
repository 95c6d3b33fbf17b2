import { notFound, type ApiError } from '../../common/errors/api-error.js';
import type { PackageName } from './package-name.js';
import type { PackagesRepository } from './packages.repository.js';

/** The 404 for a version that was not found, which says whether the package itself is missing. */
export async function versionNotFound(packages: PackagesRepository, name: PackageName): Promise<ApiError> {
  return notFound((await packages.find(name)) === undefined ? 'package' : 'version');
}
