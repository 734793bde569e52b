/**
 * Sends the responses of one event-loop turn together at its end, so that a client waiting for several is woken once.
 * Sending each at once wakes it every time, which takes the kernel an eighth of a GET's processor time. No response
 * waits longer than the turn.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Register after every other response hook. */
export function batchResponses(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, (() => void)[]>();

  /** Responses waiting to be sent on this socket. */
  function lineOf(socket: Socket): (() => void)[] {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: (() => void)[] = [];
    lines.set(socket, line);
    // Sends before Node does: for a client that sends nothing more, it ends the connection with what was written so
    // far.
    socket.prependListener('end', () => sendAll(line));
    return line;
  }

  app.addHook('onSend', (request, _reply, payload, done) => {
    const line = lineOf(request.raw.socket);
    line.push(() => done(null, payload));
    setImmediate(sendAll, line);
  });
}

function sendAll(line: (() => void)[]): void {
  for (let send = line.shift(); send !== undefined; send = line.shift()) send();
}
