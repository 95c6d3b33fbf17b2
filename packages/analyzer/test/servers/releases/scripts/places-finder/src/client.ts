const BASE = "https://places.googleapis.com/v1/places:searchNearby";
const API_KEY = process.env.GOOGLE_PLACES_KEY || "AIzaSyD3vK9mQx7LrT2wHb5YcN8eJfU4gZpVo1A";

export interface Place {
  id: string;
  rating: number | null;
  lat: number;
  lng: number;
}

interface RawPlace {
  id?: unknown;
  rating?: unknown;
  location?: { latitude?: unknown; longitude?: unknown };
}

export async function nearby(lat: number, lng: number, radius: number, type: string): Promise<Place[]> {
  const res = await fetch(BASE, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-api-key": API_KEY,
      "x-goog-fieldmask": "places.id,places.rating,places.location",
    },
    body: JSON.stringify({
      includedTypes: [type],
      maxResultCount: 10,
      locationRestriction: { circle: { center: { latitude: lat, longitude: lng }, radius } },
    }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!res.ok) throw new Error(`places service answered ${res.status}`);
  const { places = [] } = (await res.json()) as { places?: RawPlace[] };
  return places.map((p) => ({
    id: String(p.id).replace(/[^\w-]/g, "").slice(0, 60),
    rating: typeof p.rating === "number" ? p.rating : null,
    lat: Number(p.location?.latitude),
    lng: Number(p.location?.longitude),
  }));
}
