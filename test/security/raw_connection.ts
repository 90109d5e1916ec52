// A raw connection to a listener, and all that came back on it.
import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  text: string;
  isClosed: boolean;
}

/** Connects to the listener of a URL; nothing that becomes of the connection throws. */
export function dial(url: string): RawConnection {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const received = { socket, text: '', isClosed: false };
  socket.setEncoding('latin1').on('data', (chunk) => {
    received.text += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    received.isClosed = true;
  });
  return received;
}
