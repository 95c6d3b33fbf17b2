/** Preloaded into a process whose clock is to be wrong: ahead by TEST_CLOCK_AHEAD_MS. */
const RealDate = Date;
const ahead = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0);
const now = () => RealDate.now() + ahead;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === Date ? target : newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
