import { ports } from "./probes/ports.js";
import { shell } from "./probes/shell.js";
import { system } from "./probes/system.js";
import { versions } from "./probes/versions.js";

const USUAL_PORTS = [3000, 5173, 5432, 6379, 8000, 8080, 9229];

async function section(name, probe) {
  try {
    return [name, await probe()];
  } catch (err) {
    console.error(`[doctor] ${name}: ${err.code ?? err.message}`);
    return [name, { error: "this part could not be determined" }];
  }
}

export async function bundle() {
  const sections = await Promise.all([
    section("system", system),
    section("versions", () => versions()),
    section("shell", shell),
    section("ports", () => ports(USUAL_PORTS)),
  ]);
  return { createdAt: new Date().toISOString(), ...Object.fromEntries(sections) };
}
