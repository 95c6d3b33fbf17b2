import { SARIF_TYPE } from '@mcp-hub/analyzer/sarif';
import type { SnapshotRow } from '../snapshots/snapshots.read-model.js';

interface DocumentForm {
  /** The key of the object in a snapshot. */
  readonly keyOf: (snapshot: SnapshotRow) => string;
  readonly contentType: string;
  /** The end of the file's name. */
  readonly extension: string;
}

/** The documents of a snapshot that can be downloaded. */
export const EVIDENCE_DOCUMENTS = {
  report: { keyOf: ({ reportKey }) => reportKey, contentType: 'application/json', extension: 'report.json' },
  sarif: { keyOf: ({ sarifKey }) => sarifKey, contentType: SARIF_TYPE, extension: 'sarif' },
  sbom: {
    keyOf: ({ sbomKey }) => sbomKey,
    contentType: 'application/vnd.cyclonedx+json',
    extension: 'cdx.json',
  },
  tarball: { keyOf: ({ tarballKey }) => tarballKey, contentType: 'application/gzip', extension: 'tgz' },
} as const satisfies Readonly<Record<string, DocumentForm>>;

export type EvidenceDocument = keyof typeof EVIDENCE_DOCUMENTS;
