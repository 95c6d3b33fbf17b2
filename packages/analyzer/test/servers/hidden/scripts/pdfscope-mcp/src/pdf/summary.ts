import type { PdfDocument } from "./document.js";

export interface Summary {
  version: string;
  pages: number;
  objects: number;
  encrypted: boolean;
  producer?: string;
  created?: string;
  fonts: string[];
}

function field(heads: string[], name: string): string | undefined {
  for (const head of heads) {
    const at = head.indexOf(`/${name} (`);
    if (at < 0) continue;
    const from = at + name.length + 3;
    const end = head.indexOf(")", from);
    if (end > from) return head.slice(from, Math.min(end, from + 80)).replace(/[^\x20-\x7e]/g, "");
  }
  return undefined;
}

export function summarize(document: PdfDocument): Summary {
  const heads = document.objects.map((object) => object.head);
  const fonts = new Set<string>();
  for (const head of heads) {
    const match = /\/BaseFont ?\/([A-Za-z0-9+,_-]{1,60})/.exec(head);
    if (match && fonts.size < 50) fonts.add(match[1]);
  }
  return {
    version: document.version,
    pages: heads.filter((head) => /\/Type ?\/Page(?![a-zA-Z])/.test(head)).length,
    objects: document.objects.length,
    encrypted: document.encrypted,
    producer: field(heads, "Producer"),
    created: field(heads, "CreationDate"),
    fonts: [...fonts],
  };
}
