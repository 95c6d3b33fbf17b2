import { createHmac, randomUUID } from "node:crypto";

const SAMPLES = {
  "order.created": { order: "A-1001", total: "49.90", currency: "EUR" },
  "order.cancelled": { order: "A-1001", reason: "customer" },
  "payment.succeeded": { payment: "P-2002", amount: "49.90", currency: "EUR" },
  "payment.failed": { payment: "P-2002", code: "card_declined" },
  ping: {},
};

export const eventTypes = Object.keys(SAMPLES);

/** A test event; it always says that it is one. */
export function createEvent(type, reference, now = new Date()) {
  return {
    id: randomUUID(),
    type,
    test: true,
    createdAt: now.toISOString(),
    ...(reference === undefined ? {} : { reference }),
    data: SAMPLES[type],
  };
}

export function sign(body, secret, now = Date.now()) {
  const time = Math.floor(now / 1000);
  const digest = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${digest}`;
}
