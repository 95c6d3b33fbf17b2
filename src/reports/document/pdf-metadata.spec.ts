import { describe, expect, it } from '@jest/globals';
import { withPdfMetadata } from './index.js';

const METADATA = {
  title: 'Report: 文件 (1)',
  author: 'mcp-hub, for Acme',
  subject: 'Snapshot',
  createdAt: '2026-01-31T14:05:06.789Z',
};
const PDF = Buffer.from(
  '%PDF-1.4\n…objects…\ntrailer\n<</Size 12\n/Root 9 0 R\n/Info 1 0 R>>\nstartxref\n345\n%%EOF\n',
);

describe('withPdfMetadata', () => {
  it('appends an update with the properties, and leaves the file before it alone', () => {
    const updated = withPdfMetadata(PDF, METADATA);
    expect(updated.subarray(0, PDF.length)).toEqual(PDF);
    const update = updated.subarray(PDF.length).toString('latin1');
    expect(update).toContain('\n12 0 obj\n<</Title <FEFF');
    expect(update).toContain('/CreationDate (D:20260131140506Z)');
    expect(update).toContain('trailer\n<</Size 13\n/Root 9 0 R\n/Info 12 0 R\n/Prev 345>>');
  });

  it('refers to the right offsets', () => {
    const text = withPdfMetadata(PDF, METADATA).toString('latin1');
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/u.exec(text)?.[1]);
    expect(text.slice(table).startsWith('xref\n12 1\n')).toBe(true);
    const object = Number(/xref\n12 1\n(\d{10}) 00000 n/u.exec(text)?.[1]);
    expect(text.slice(object).startsWith('12 0 obj')).toBe(true);
  });

  it('refuses a file that does not end like a PDF', () => {
    expect(() => withPdfMetadata(Buffer.from('no PDF'), METADATA)).toThrow('the PDF has no size');
  });
});
