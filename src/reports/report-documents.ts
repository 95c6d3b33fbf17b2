import type { ReportRow } from './reports.repository.js';

interface DocumentForm {
  /** The key of its object; null before the report is made. */
  readonly keyOf: (report: ReportRow) => string | null;
  readonly contentType: string;
  /** Its schema in the OpenAPI document. */
  readonly media: { readonly schema: object; readonly example?: object };
}

/** The documents of a report, by the ends of their addresses. They have the same data. */
export const REPORT_DOCUMENTS = {
  pdf: {
    keyOf: ({ pdfKey }) => pdfKey,
    contentType: 'application/pdf',
    media: { schema: { type: 'string', format: 'binary' } },
  },
  html: {
    keyOf: ({ htmlKey }) => htmlKey,
    contentType: 'text/html; charset=utf-8',
    media: { schema: { type: 'string' } },
  },
  json: {
    keyOf: ({ dataKey }) => dataKey,
    contentType: 'application/json',
    media: {
      schema: { type: 'object', additionalProperties: true },
      example: { schema_version: '1.0.0', scope: 'ORGANIZATION' },
    },
  },
} satisfies Readonly<Record<string, DocumentForm>>;

export type ReportDocument = keyof typeof REPORT_DOCUMENTS;
