import { describe, expect, it } from '@jest/globals';
import { requestedResource, type ResourceTemplate } from '../auth/rules/requested-resource.js';
import * as resources from './resources.js';

const { artifactResource, catalogResource, packageResource } = resources;
const params = { org: 'acme', name: 'files', digest: 'sha256:00', kind: 'sbom' };

describe('the resources that services check', () => {
  it.each<[string, ResourceTemplate, object, string]>([
    ['the catalog', resources.CATALOG_RESOURCE, {}, catalogResource(undefined)],
    ['a catalog', resources.CATALOG_RESOURCE, { org: 'acme' }, catalogResource('acme')],
    ['a package', resources.PACKAGE_RESOURCE, {}, packageResource(params)],
    ['a manifest', resources.MANIFEST_RESOURCE, {}, artifactResource('acme', 'sha256:00', 'manifest')],
    ['a bundle', resources.BUNDLE_RESOURCE, {}, artifactResource('acme', 'sha256:00', 'bundle')],
    ['evidence', resources.EVIDENCE_RESOURCE, {}, artifactResource('acme', 'sha256:00', 'evidence/sbom')],
  ])('match those of the access rules: %s', (_what, template, query, resource) => {
    expect(requestedResource(template, { params, query: { ...query } })).toBe(resource);
  });
});
