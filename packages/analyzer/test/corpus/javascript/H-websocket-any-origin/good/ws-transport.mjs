import { createHash, timingSafeEqual } from 'node:crypto';
import { WebSocketServer } from 'ws';

const ORIGIN = 'http://127.0.0.1:7170';
const digest = (text) => createHash('sha256').update(text).digest();

class SocketTransport {
  constructor(socket) {
    this.socket = socket;
  }

  async start() {
    this.socket.on('message', (data) => {
      try {
        this.onmessage?.(JSON.parse(data.toString()));
      } catch (err) {
        this.onerror?.(err);
      }
    });
    this.socket.on('close', () => this.onclose?.());
  }

  async send(message) {
    this.socket.send(JSON.stringify(message));
  }

  async close() {
    this.socket.close();
  }
}

export function serve(buildServer, port) {
  const token = process.env.TASKS_TOKEN;
  if (!token) throw new Error('TASKS_TOKEN is not set');
  const wanted = digest(`Bearer ${token}`);
  const verifyClient = ({ origin, req }) =>
    (origin === undefined || origin === ORIGIN) &&
    timingSafeEqual(digest(req.headers.authorization ?? ''), wanted);
  const wss = new WebSocketServer({ host: '127.0.0.1', port, maxPayload: 65536, verifyClient });
  wss.on('connection', (socket) => {
    if (wss.clients.size > 5) {
      socket.close(1013);
      return;
    }
    buildServer()
      .connect(new SocketTransport(socket))
      .catch((err) => console.error('session failed:', err.name));
  });
  return wss;
}
