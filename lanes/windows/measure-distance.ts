/** Measures how far away a PostgreSQL is: the time until it answers its shortest question. */
import { once } from 'node:events';
import { connect } from 'node:net';

const ASKED = 25;
/** By then the database has started its process, and the network between has reached it. */
const SETTLE_MS = 50;
/** PostgreSQL's SSLRequest: length and code. It is answered with one byte, without a login. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Returns how much later the one answers than the other, in milliseconds: the median of alternating questions. */
export async function laterMs(port: number, nearPort: number): Promise<number> {
  const later: number[] = [];
  for (let n = 0; n < ASKED; n += 1) later.push(-(await answerMs(nearPort)) + (await answerMs(port)));
  return later.toSorted((left, right) => left - right)[Math.floor(ASKED / 2)] ?? 0;
}

/** Time of the answer on a connection that has stood for a while. */
async function answerMs(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  try {
    await once(socket, 'connect');
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    const beganMs = performance.now();
    socket.write(SSL_REQUEST);
    await once(socket, 'data');
    return performance.now() - beganMs;
  } finally {
    socket.destroy();
  }
}
