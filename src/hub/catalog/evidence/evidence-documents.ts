import { SARIF_TYPE } from '@mcp-hub/analyzer/sarif';
import type { SnapshotRow } from '../snapshots/snapshots.read-model.js';

interface DocumentForm {
  /** The key of the object in a snapshot. */
  readonly keyOf: (snapshot: SnapshotRow) => string;
  readonly contentType: string;
  /** Its schema in the OpenAPI document. JSON has an example. */
  readonly media: { readonly schema: object; readonly example?: object };
  /** The end of the file's name. */
  readonly extension: string;
}

const JSON_OBJECT = { type: 'object', additionalProperties: true };

/** The documents of a snapshot that can be downloaded. */
export const EVIDENCE_DOCUMENTS = {
  report: {
    keyOf: ({ reportKey }) => reportKey,
    contentType: 'application/json',
    media: { schema: JSON_OBJECT, example: { schema_version: '1.0.0', complete: true } },
    extension: 'report.json',
  },
  sarif: {
    keyOf: ({ sarifKey }) => sarifKey,
    contentType: SARIF_TYPE,
    media: { schema: JSON_OBJECT, example: { version: '2.1.0', runs: [] } },
    extension: 'sarif',
  },
  sbom: {
    keyOf: ({ sbomKey }) => sbomKey,
    contentType: 'application/vnd.cyclonedx+json',
    media: { schema: JSON_OBJECT, example: { bomFormat: 'CycloneDX', specVersion: '1.6' } },
    extension: 'cdx.json',
  },
  tarball: {
    keyOf: ({ tarballKey }) => tarballKey,
    contentType: 'application/gzip',
    media: { schema: { type: 'string', format: 'binary' } },
    extension: 'tgz',
  },
} satisfies Readonly<Record<string, DocumentForm>>;

export type EvidenceDocument = keyof typeof EVIDENCE_DOCUMENTS;
