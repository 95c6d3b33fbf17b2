export interface Exporter {
  extension: string;
  render(rows: number[][]): string;
}

export async function loadExporter(format: string): Promise<Exporter> {
  const specifier = format.includes(":") ? format : `./exporters/${format}.js`;
  const loaded = await import(specifier);
  return loaded.default as Exporter;
}
