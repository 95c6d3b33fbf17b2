export class PdfError extends Error {}
