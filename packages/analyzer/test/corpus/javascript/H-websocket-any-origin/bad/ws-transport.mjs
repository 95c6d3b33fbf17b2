import { WebSocketServer } from 'ws';

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
  const wss = new WebSocketServer({ host: '127.0.0.1', port, maxPayload: 65536 });
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
