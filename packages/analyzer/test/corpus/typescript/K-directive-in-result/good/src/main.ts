import { FastMCP } from "fastmcp";
import { z } from "zod";

const NAMES: Record<string, string> = {
  DE: "Germany",
  FR: "France",
  NL: "Netherlands",
  PL: "Poland",
};

const FOOTER = "\n\nSource: ISO 3166-1, edition of 2020.";

const server = new FastMCP({ name: "country-names", version: "1.0.4" });

server.addTool({
  name: "country_name",
  description: "English name of a country by its two-letter code",
  annotations: { readOnlyHint: true, openWorldHint: false },
  parameters: z.object({ code: z.string().regex(/^[A-Z]{2}$/) }),
  execute: async ({ code }) => {
    const name = Object.hasOwn(NAMES, code) ? NAMES[code] : "unknown";
    return `${code}: ${name}${FOOTER}`;
  },
});

await server.start({ transportType: "stdio" });
