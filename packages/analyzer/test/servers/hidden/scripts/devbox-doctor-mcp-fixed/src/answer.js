/** Runs a probe and turns what it found into a tool result. */
export function answering(probe) {
  return async (args) => {
    try {
      const found = await probe(args);
      return { content: [{ type: "text", text: JSON.stringify(found, null, 2) }] };
    } catch (err) {
      console.error("[doctor]", err instanceof Error ? err.message : "probe failed");
      return { content: [{ type: "text", text: "The machine could not be examined." }], isError: true };
    }
  };
}
