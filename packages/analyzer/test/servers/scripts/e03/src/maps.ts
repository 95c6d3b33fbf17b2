const BASE = "https://maps.example.com/geocode/json";
export async function geocode(address: string, key: string): Promise<unknown> {
  const url = `${BASE}?address=${encodeURIComponent(address)}&api_key=${key}`;
  const res = await fetch(url, { signal: AbortSignal.timeout(5000) });
  if (!res.ok) throw new Error(`geocoder answered ${res.status}`);
  return res.json();
}
