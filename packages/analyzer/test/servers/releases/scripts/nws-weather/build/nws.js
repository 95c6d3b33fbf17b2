const NWS_API_BASE = "https://api.weather.gov";
const USER_AGENT = "nws-weather/1.0";
export async function makeNWSRequest(path) {
    const headers = {
        "User-Agent": USER_AGENT,
        Accept: "application/geo+json",
    };
    try {
        const response = await fetch(`${NWS_API_BASE}${path}`, { headers, redirect: "error", signal: AbortSignal.timeout(10000) });
        if (!response.ok) {
            throw new Error(`HTTP error! status: ${response.status}`);
        }
        return (await response.json());
    }
    catch (error) {
        console.error("Error making NWS request:", error instanceof Error ? error.message : "unknown");
        return null;
    }
}
const number = (v) => (typeof v === "number" && Number.isFinite(v) ? v : null);
export function summarizePeriod(period) {
    return {
        start: new Date(period.startTime).toISOString(),
        daytime: period.isDaytime === true,
        temperature: number(period.temperature),
        unit: period.temperatureUnit === "C" ? "C" : "F",
        rainPercent: number(period.probabilityOfPrecipitation?.value),
    };
}
export function countAlerts(features) {
    const counts = { Extreme: 0, Severe: 0, Moderate: 0, Minor: 0, Unknown: 0 };
    for (const feature of features) {
        const severity = feature.properties?.severity;
        counts[Object.hasOwn(counts, severity) ? severity : "Unknown"]++;
    }
    return counts;
}
