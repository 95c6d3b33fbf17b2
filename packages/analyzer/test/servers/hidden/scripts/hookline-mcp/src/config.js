const NAME = /^[a-z][a-z0-9-]{0,29}$/;

function parseEndpoints(text) {
  const endpoints = new Map();
  for (const item of text.split(",")) {
    const at = item.indexOf("=");
    const name = item.slice(0, at).trim();
    if (at < 1 || !NAME.test(name)) throw new Error("HOOKLINE_ENDPOINTS: expected name=url pairs");
    const url = new URL(item.slice(at + 1).trim());
    if (url.protocol !== "https:" || url.username !== "" || url.password !== "") {
      throw new Error(`HOOKLINE_ENDPOINTS: ${name} has to be an https address without credentials`);
    }
    endpoints.set(name, url);
  }
  return endpoints;
}

export function loadConfig(env = process.env) {
  const { HOOKLINE_ENDPOINTS: endpoints, HOOKLINE_SIGNING_SECRET: secret } = env;
  if (!endpoints) throw new Error("HOOKLINE_ENDPOINTS is not set");
  if (!secret || secret.length < 24) {
    throw new Error("HOOKLINE_SIGNING_SECRET has to have at least 24 characters");
  }
  return { endpoints: parseEndpoints(endpoints), secret };
}
