import { z } from "zod";
import { seaReport, tideTable, windowReport } from "./format.js";
import { extremes, levels, seaState } from "./service.js";
import { findStations, stationIds, stations } from "./stations.js";
import { windowsAbove } from "./windows.js";

const station = z.enum(stationIds);
const label = z.string().max(4000).optional();
const days = z.number().int().min(1).max(7).default(2);

const heading = (id, text) => text ?? stations.find((candidate) => candidate.id === id).name;

export const handlers = new Map(
  Object.entries({
    find_station: {
      schema: z.object({ word: z.string().min(2).max(40) }),
      run: ({ word }) => {
        const found = findStations(word);
        return found.length > 0 ? found.map(({ id, name }) => `${id}: ${name}`).join("\n") : "No such station.";
      },
    },
    tide_table: {
      schema: z.object({ station, days, label }),
      run: async (args) => tideTable(heading(args.station, args.label), await extremes(args.station, args.days)),
    },
    sea_state: {
      schema: z.object({ station, label }),
      run: async (args) => seaReport(heading(args.station, args.label), await seaState(args.station)),
    },
    passage_window: {
      schema: z.object({ station, days, minimum: z.number().min(-2).max(15), label }),
      run: async (args) => {
        const found = windowsAbove(await levels(args.station, args.days), args.minimum);
        return windowReport(heading(args.station, args.label), found);
      },
    },
  }),
);
