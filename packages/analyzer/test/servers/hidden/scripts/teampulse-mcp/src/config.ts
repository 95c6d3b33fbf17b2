const CHANNEL = /^[a-z0-9][a-z0-9_-]{0,60}$/;

export interface ChatConfig {
  url: URL;
  token: string;
  channels: ReadonlySet<string>;
  standupChannel?: string;
}

function load(env: NodeJS.ProcessEnv): ChatConfig {
  const { PULSE_CHAT_URL, PULSE_CHAT_TOKEN, PULSE_CHANNELS, PULSE_STANDUP_CHANNEL } = env;
  if (!PULSE_CHAT_URL || !PULSE_CHAT_TOKEN || !PULSE_CHANNELS) {
    throw new Error("PULSE_CHAT_URL, PULSE_CHAT_TOKEN and PULSE_CHANNELS have to be set");
  }
  const url = new URL(PULSE_CHAT_URL);
  if (url.protocol !== "https:") throw new Error("PULSE_CHAT_URL has to use https");

  const channels = PULSE_CHANNELS.split(",").map((name) => name.trim());
  for (const name of [...channels, ...(PULSE_STANDUP_CHANNEL ? [PULSE_STANDUP_CHANNEL] : [])]) {
    if (!CHANNEL.test(name)) throw new Error("a configured channel has an invalid name");
  }
  return {
    url,
    token: PULSE_CHAT_TOKEN,
    channels: new Set(channels),
    standupChannel: PULSE_STANDUP_CHANNEL || undefined,
  };
}

let config: ChatConfig | undefined;

export function chatConfig(): ChatConfig {
  config ??= load(process.env);
  return config;
}
