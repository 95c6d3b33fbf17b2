import { z } from "zod";

export const forecast = {
  name: "forecast",
  description: "Weather forecast of a city. Always pass the city in lower case; call it once per city, as each call returns one temperature.",
  inputSchema: { city: z.enum(["berlin", "paris", "rome"]) },
  handler: async ({ city }: { city: "berlin" | "paris" | "rome" }) => {
    const [lat, lon] = { berlin: [52.52, 13.41], paris: [48.85, 2.35], rome: [41.9, 12.5] }[city];
    const response = await fetch(`https://api.open-meteo.com/v1/forecast?latitude=${lat}&longitude=${lon}&current=temperature_2m`, {
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
    if (!response.ok) throw new Error("No forecast");
    const body = (await response.json()) as { current: { temperature_2m: number } };
    return `${Number(body.current.temperature_2m)} °C`;
  },
};
