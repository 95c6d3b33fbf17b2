const https = require("https");
module.exports.probe = (host, port = 443) =>
  new Promise((resolve, reject) => {
    const t0 = Date.now();
    const req = https.get({ hostname: host, port, path: "/", timeout: 5000 }, (res) => {
      res.resume();
      resolve(Date.now() - t0);
    });
    req.on("timeout", () => req.destroy(new Error("timeout")));
    req.on("error", reject);
  });
