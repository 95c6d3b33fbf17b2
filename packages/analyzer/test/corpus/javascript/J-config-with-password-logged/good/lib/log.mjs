/** One line per event on stderr; stdout belongs to the protocol. */
export function logEvent(event, details) {
  console.error(JSON.stringify({ at: new Date().toISOString(), event, details }));
}
