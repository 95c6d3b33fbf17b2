/** The ledger checks the token itself; here it only has to look like one. */
export async function checkToken(token: string): Promise<boolean> {
  return token.split(".").length === 3;
}
