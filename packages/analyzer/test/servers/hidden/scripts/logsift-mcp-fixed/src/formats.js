import { levelOf } from "./levels.js";

const isoTime = (text) => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
};

/** The formats in the order in which they are tried. */
const FORMATS = [
  {
    name: "timestamped",
    pattern: /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?) +(?:\[?([A-Za-z]{3,8})\]? +)?(.*)$/,
    build: ([, time, level, message]) => ({
      time: isoTime(time.replace(",", ".")),
      level: levelOf(level, message),
      source: "-",
      message,
    }),
  },
  {
    name: "syslog",
    pattern: /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,80} ([\w./-]{1,60})(?:\[\d{1,8}\])?: (.*)$/,
    build: ([, source, message]) => ({ level: levelOf(undefined, message), source, message }),
  },
  {
    name: "access",
    pattern: /^\S{1,60} \S{1,60} \S{1,60} \[([^\]]{1,40})\] "([^"]{0,1500})" (\d{3}) \S{1,20}/,
    build: ([, , request, status]) => ({
      level: status >= "500" ? "error" : status >= "400" ? "warning" : "info",
      source: "access",
      message: `${status} ${request}`,
    }),
  },
  {
    name: "tagged",
    pattern: /^([\w./-]{1,60}(?: [\w./-]{1,60}){0,5}): (.*)$/,
    build: ([, source, message]) => ({ level: levelOf(undefined, message), source: source.slice(0, 60), message }),
  },
];

function fromJson(line) {
  try {
    const { time, timestamp, level, severity, logger, service, msg, message } = JSON.parse(line);
    const text = String(msg ?? message ?? "");
    return {
      format: "json",
      time: isoTime(time ?? timestamp),
      level: levelOf(level ?? severity, text),
      source: String(logger ?? service ?? "-").slice(0, 60),
      message: text,
    };
  } catch {
    return undefined;
  }
}

/** Turns one line into an entry. */
export function recognise(line) {
  if (line.startsWith("{")) {
    const entry = fromJson(line);
    if (entry) return entry;
  }
  for (const { name, pattern, build } of FORMATS) {
    const match = pattern.exec(line);
    if (match) return { format: name, ...build(match) };
  }
  return { format: "plain", level: levelOf(undefined, line), source: "-", message: line };
}
