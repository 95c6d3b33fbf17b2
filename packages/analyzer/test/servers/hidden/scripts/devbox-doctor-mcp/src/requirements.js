import { versions } from "./probes/versions.js";

const OPERATORS = {
  ">=": (order) => order >= 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  "<": (order) => order < 0,
  "=": (order) => order === 0,
};

/** The first dotted number of a version line, as an array of numbers. */
export function parseVersion(line) {
  const match = /(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?/.exec(line);
  return match ? match.slice(1).map((part) => Number(part ?? 0)) : undefined;
}

export function compare(left, right) {
  for (let i = 0; i < 3; i += 1) {
    if (left[i] !== right[i]) return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}

/** Tells whether a version satisfies a requirement such as ">=20". */
export function satisfies(version, requirement) {
  const [operator] = /^(?:>=|<=|>|<|=)/.exec(requirement) ?? ["="];
  const wanted = parseVersion(requirement);
  if (!wanted) return false;
  return OPERATORS[operator](compare(version, wanted));
}

export async function checkRequirements(requirements) {
  const installed = await versions(requirements.map(({ tool }) => tool));
  return requirements.map(({ tool, version }) => {
    const found = parseVersion(installed[tool]);
    return {
      tool,
      required: version,
      installed: installed[tool],
      ok: found !== undefined && satisfies(found, version),
    };
  });
}
