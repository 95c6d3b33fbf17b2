export interface Exporter {
  extension: string;
  render(rows: number[][]): string;
}

const loaders = new Map<string, () => Promise<{ default: Exporter }>>([
  ["csv", () => import("./exporters/csv.js")],
  ["tsv", () => import("./exporters/tsv.js")],
]);

export async function loadExporter(format: string): Promise<Exporter> {
  const load = loaders.get(format);
  if (!load) throw new Error("Formats are csv and tsv");
  return (await load()).default;
}
