/** The stations of the service; the list changes once in a decade. */
export const stations = [
  { id: "cux", name: "Cuxhaven", lat: 53.87, lon: 8.72 },
  { id: "hel", name: "Helgoland", lat: 54.18, lon: 7.89 },
  { id: "wht", name: "Wilhelmshaven", lat: 53.51, lon: 8.14 },
  { id: "bkm", name: "Borkum", lat: 53.56, lon: 6.75 },
  { id: "hoe", name: "Hoek van Holland", lat: 51.98, lon: 4.12 },
  { id: "vli", name: "Vlissingen", lat: 51.44, lon: 3.6 },
  { id: "oos", name: "Oostende", lat: 51.23, lon: 2.93 },
  { id: "dov", name: "Dover", lat: 51.12, lon: 1.32 },
  { id: "low", name: "Lowestoft", lat: 52.47, lon: 1.75 },
  { id: "esb", name: "Esbjerg", lat: 55.46, lon: 8.44 },
];

export const stationIds = stations.map((station) => station.id);

export function findStations(word) {
  const needle = word.toLowerCase();
  return stations.filter((station) => station.name.toLowerCase().includes(needle));
}
