import axios from 'axios';

const http = axios.create({ baseURL: 'https://api.uptimeboard.io/v2', timeout: 10_000, maxContentLength: 2_000_000, maxRedirects: 0 });

export class UptimeApi {
  #token;

  constructor(token) {
    this.#token = token;
  }

  #url(path, query = {}) {
    const search = new URLSearchParams({ ...query, api_token: this.#token });
    return `${path}?${search}`;
  }

  async monitors(status) {
    const { data } = await http.get(this.#url('/monitors', { status }));
    return data.monitors.map((m) => ({ id: Number(m.id), up: m.status === 'up', uptime: Number(m.uptime_30d) }));
  }
}
