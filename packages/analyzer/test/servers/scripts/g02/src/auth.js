const { timingSafeEqual, createHash } = require("crypto");
const digest = (s) => createHash("sha256").update(s).digest();
exports.requireAuth = function requireAuth(req, res, next) {
  const expected = process.env.UPTIME_TOKEN;
  const given = (req.headers.authorization || "").replace(/^Bearer /, "");
  if (!expected || !timingSafeEqual(digest(given), digest(expected))) return res.status(401).json({ error: "unauthorized" });
  next();
};
