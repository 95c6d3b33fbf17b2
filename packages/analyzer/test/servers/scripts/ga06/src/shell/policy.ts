export interface Policy { binary: string; args: RegExp[] }
export const POLICIES: Record<string, Policy> = {
  status: { binary: "systemctl", args: [/^[a-z][a-z0-9-]{1,40}$/] },
  disk: { binary: "df", args: [] },
};
export class PolicyError extends Error {}
export function check(name: string, args: string[]): Policy {
  const policy = Object.hasOwn(POLICIES, name) ? POLICIES[name] : undefined;
  if (!policy) throw new PolicyError(`no policy for ${name}`);
  if (args.length !== policy.args.length) throw new PolicyError("wrong number of arguments");
  policy.args.forEach((re, i) => {
    if (!re.test(args[i])) throw new PolicyError(`argument ${i} is not valid`);
  });
  return policy;
}
