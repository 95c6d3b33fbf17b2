import { EventEmitter } from "node:events";
import { z } from "zod";
import type { Config } from "./config.js";
import { CalendarError, postForm } from "./http.js";
import type { Session } from "./session-store.js";

const DeviceSchema = z.object({
  device_code: z.string(),
  user_code: z.string().regex(/^[A-Z0-9-]{4,20}$/),
  verification_uri: z.string().url().startsWith("https://"),
  expires_in: z.number(),
});

const TokenSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
});

interface AuthEvents {
  session: [Session];
  signedOut: [];
}

export class Auth extends EventEmitter<AuthEvents> {
  private session?: Session;
  private pending?: { code: string; expiresAt: number };

  constructor(private readonly config: Config) {
    super();
  }

  restore(session: Session | undefined): void {
    this.session = session;
  }

  async start(): Promise<{ code: string; page: string }> {
    const { status, body } = await postForm(new URL("device/code", this.config.authUrl), {
      client_id: this.config.clientId,
      scope: "calendar.read offline_access",
    });
    if (status !== 200) throw new CalendarError("The provider does not offer a sign-in right now.");
    const device = DeviceSchema.parse(body);
    this.pending = { code: device.device_code, expiresAt: Date.now() + device.expires_in * 1000 };
    return { code: device.user_code, page: device.verification_uri };
  }

  async finish(): Promise<void> {
    if (!this.pending || this.pending.expiresAt < Date.now()) {
      throw new CalendarError("There is no sign-in to finish. Start again with sign_in.");
    }
    const tokens = await this.token({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: this.pending.code,
    });
    this.pending = undefined;
    this.accept(tokens);
  }

  async accessToken(): Promise<string> {
    if (!this.session) throw new CalendarError("Nobody is signed in. Use sign_in first.");
    if (this.session.expiresAt - Date.now() < 60_000) {
      const { refreshToken } = this.session;
      this.accept(await this.token({ grant_type: "refresh_token", refresh_token: refreshToken }), refreshToken);
    }
    return this.session.accessToken;
  }

  signOut(): void {
    this.session = undefined;
    this.emit("signedOut");
  }

  private accept(tokens: z.infer<typeof TokenSchema>, previousRefresh = ""): void {
    this.session = {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? previousRefresh,
      expiresAt: Date.now() + tokens.expires_in * 1000,
    };
    this.emit("session", this.session);
  }

  private async token(fields: Record<string, string>): Promise<z.infer<typeof TokenSchema>> {
    const { status, body } = await postForm(new URL("token", this.config.authUrl), {
      client_id: this.config.clientId,
      ...fields,
    });
    if (status === 400) throw new CalendarError("The code has not been entered yet, or the sign-in has expired.");
    if (status !== 200) throw new CalendarError("The provider did not issue a token.");
    return TokenSchema.parse(body);
  }
}
