export type Align = "left" | "right" | "center";

function pad(cell: string, width: number, align: Align): string {
  const free = width - cell.length;
  if (align === "right") return " ".repeat(free) + cell;
  if (align === "center") return " ".repeat(free >> 1) + cell + " ".repeat(free - (free >> 1));
  return cell + " ".repeat(free);
}

export function formatTable(rows: string[][], align: Align = "left"): string {
  const columns = Math.max(...rows.map((r) => r.length));
  const widths = Array.from({ length: columns }, (_, c) => Math.max(3, ...rows.map((r) => (r[c] ?? "").length)));
  const line = (cells: string[]) => `| ${widths.map((w, c) => pad(cells[c] ?? "", w, align)).join(" | ")} |`;
  const rule = `| ${widths.map((w) => "-".repeat(w)).join(" | ")} |`;
  const [head, ...body] = rows;
  return [line(head), rule, ...body.map(line)].join("\n");
}
