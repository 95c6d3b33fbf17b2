export default {
  extension: "tsv",
  render: (rows: number[][]) => rows.map((row) => row.join("\t")).join("\n"),
};
