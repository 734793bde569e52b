/**
 * Hostile sender at the DICOM port: silent connections, a request too large to answer, and objects consisting only of
 * elements.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { associate, associationRequest, storeRequest } from '#scripts/dicom/raw-peer.ts';

export const AE = 'SRVAULT';
const TITLES = [AE, 'HOSTILE'] as const;
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const AT_ONCE = 4;
const SILENT = 16;
/** 129 presentation contexts, whose last id exceeds a byte. */
const TOO_MANY = Array.from({ length: 129 }, (_, index) => (2 * index + 1) % 256);
/** Private elements without a value, eight bytes each, 1 MiB in total. */
const ELEMENT = Buffer.from([0x09, 0x00, 0x01, 0x10, 0x53, 0x48, 0x00, 0x00]);
const OBJECT = Buffer.alloc(1024 * 1024, ELEMENT);
/** Limit of sent objects, because each stays in the inbox. */
const OBJECTS_MAX = 64;

/** Sends until stopped. Returns the number of associations. */
export async function keepSending(port: number, stop: AbortSignal): Promise<number> {
  const open = new Set<Socket>();
  let conversations = 0;
  let objects = 0;
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  stop.addEventListener('abort', end, { once: true });

  function held(socket: Socket): Socket {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (stop.aborted) socket.destroy();
    return socket;
  }

  async function send(bytes: Uint8Array, socket: Socket): Promise<void> {
    const over = Promise.race([once(socket, 'close'), once(socket, 'data')]);
    socket.write(bytes);
    await over;
    socket.destroy();
  }

  async function converse(n: number): Promise<void> {
    if (n % 2 === 0 && objects < OBJECTS_MAX) {
      objects += 1;
      const request = storeRequest(SECONDARY_CAPTURE, `1.2.826.0.1.3680043.10.98.${objects}`, OBJECT);
      await send(request, held(await associate(port, SECONDARY_CAPTURE, TITLES)));
    } else await send(associationRequest(TITLES, TOO_MANY), held(reach(port)));
    conversations += 1;
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let n = lane; !stop.aborted; n += 1) {
        if (open.size < SILENT) held(reach(port));
        // Continue with the next association after a cut or refusal.
        await converse(n).catch(() => new Promise(setImmediate));
      }
    }),
  );
  end();
  return conversations;
}

function reach(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  return socket;
}
