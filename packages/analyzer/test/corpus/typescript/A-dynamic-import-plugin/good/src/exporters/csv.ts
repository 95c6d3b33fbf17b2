export default {
  extension: "csv",
  render: (rows: number[][]) => rows.map((row) => row.join(",")).join("\n"),
};
