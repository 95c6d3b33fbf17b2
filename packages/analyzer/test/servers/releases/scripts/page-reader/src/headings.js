const TAG = /<h([1-6])(?:\s[^>]{0,300})?>([^<]{1,300})</gi;

export function headings(html) {
  const out = [];
  for (const m of html.matchAll(TAG)) {
    out.push({ level: Number(m[1]), text: m[2].trim() });
    if (out.length >= 100) break;
  }
  return out;
}
