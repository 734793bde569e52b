/**
 * Relay between a laptop and its home vault on another loopback address, accepted through `names`. Forwards requests
 * and can drop responses.
 */
import { connect, createServer, type Socket } from 'node:net';

/** Must be among the `names` of the home vault's server. */
export const RELAY_HOST = '127.0.0.2';

export interface AnswerRelay {
  readonly url: string;
  /** Called for every piece of a response; true cuts the connection. */
  isLost: () => boolean | Promise<boolean>;
  readonly close: () => Promise<void>;
}

export async function startAnswerRelay(clinicUrl: string): Promise<AnswerRelay> {
  const port = Number(new URL(clinicUrl).port);
  const open = new Set<Socket>();

  async function passAnswers(from: Socket, to: Socket): Promise<void> {
    for await (const piece of from) {
      if (await relay.isLost()) break;
      to.write(piece);
    }
    from.destroy();
    to.destroy();
  }

  const server = createServer((laptop) => {
    const clinic = connect(port, '127.0.0.1');
    for (const socket of [laptop, clinic]) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      // Ignore the error, because the other end reports it.
      socket.on('error', () => undefined);
    }
    laptop.pipe(clinic);
    passAnswers(clinic, laptop).catch(() => laptop.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, RELAY_HOST, resolve));
  const relay: AnswerRelay = {
    url: `https://${RELAY_HOST}:${port}`,
    isLost: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return relay;
}
