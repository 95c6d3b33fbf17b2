import { send } from "./http.js";

export class SmsClient {
  private readonly auth: string;

  constructor(account: string, token: string, private readonly from: string) {
    this.auth = `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`;
  }

  async message(to: string, text: string): Promise<string> {
    const { status, json } = await send({
      method: "POST",
      url: "https://api.smsgate.eu/v1/messages",
      headers: { Authorization: this.auth, "Content-Type": "application/json" },
      body: JSON.stringify({ from: this.from, to, text }),
    });
    if (status !== 202) throw new Error(`gateway answered ${status}`);
    return String(json.id).slice(0, 40);
  }
}
