import type { Paper } from './document/index.js';

export type { Paper };

/** What a report is about: one analysis, or an organization as a whole. */
export const REPORT_SCOPES = ['SNAPSHOT', 'ORGANIZATION'] as const;
export type ReportScope = (typeof REPORT_SCOPES)[number];

export const REPORT_FORMATS = ['PDF'] as const;

export const PAPERS = ['A4', 'LETTER'] as const satisfies readonly Paper[];

/** While it is pending, a report waits, is being made, or waits for another attempt. */
export const REPORT_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export const SCHEDULE_INTERVALS = ['WEEKLY', 'MONTHLY'] as const;
export type ScheduleInterval = (typeof SCHEDULE_INTERVALS)[number];
