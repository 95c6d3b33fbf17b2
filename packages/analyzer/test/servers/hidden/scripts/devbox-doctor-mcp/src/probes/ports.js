import net from "node:net";

function isTaken(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: "127.0.0.1", port, timeout: 500 });
    const done = (taken) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once("connect", () => done(true));
    socket.once("timeout", () => done(false));
    socket.once("error", () => done(false));
  });
}

export async function ports(list) {
  const result = {};
  for (const port of list) {
    result[port] = (await isTaken(port)) ? "taken" : "free";
  }
  return result;
}
