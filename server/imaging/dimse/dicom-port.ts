/**
 * Opens the DICOM port, off by default. The protocol runs in a thread without keys; a failed or hanging thread ends
 * alone, with its associations, and is replaced. Source: imaging design, "Receiving while locked".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { assertGroupIsClear, NO_GROUP_MESSAGE, type ReceiverOptions } from './receiver-options.ts';
import { type RunningThread, startThread, type ThreadPorts } from './thread/dimse-worker.ts';

export interface ReceiverPorts extends ThreadPorts {
  /** Ids of the vault's groups. */
  readonly groups: () => readonly SecurityGroupId[];
}

export interface DicomListener {
  readonly port: number;
  /** Clears received data from the thread's memory. */
  readonly forget: () => Promise<void>;
  /** Ends every association and discards incomplete objects. */
  readonly close: () => Promise<void>;
}

const RESTART_AFTER_MS = 1_000;

/**
 * Opens the port.
 * @param thread starts the protocol thread; tests pass another.
 * @throws invalid_request when no group is named and the vault has several; protocol_error when the port is in use.
 */
export async function openDicomPort(
  options: ReceiverOptions,
  ports: ReceiverPorts,
  thread?: URL,
): Promise<DicomListener> {
  assertGroupIsClear(options, ports.groups());
  const { group: named, ...start } = options;
  const group = () => named ?? onlyOne(ports.groups());
  const startOn = (port: number) => startThread({ ...start, port }, ports, group, thread);
  let isClosed = false;
  let restarting: NodeJS.Timeout | undefined;
  let running = await startOn(options.port);
  const { port } = running;
  watch(running);

  function watch(started: RunningThread): void {
    void started.ended.then((reason) => {
      if (isClosed) return;
      ports.onFailure(reason);
      restartSoon();
    });
  }

  function restartSoon(): void {
    restarting = setTimeout(() => {
      startOn(port).then(
        (started) => {
          running = started;
          if (isClosed) void started.end();
          else watch(started);
        },
        (error) => {
          ports.onFailure(error);
          if (!isClosed) restartSoon();
        },
      );
    }, RESTART_AFTER_MS);
  }

  return {
    port,
    forget: () => running.forget(),
    async close() {
      isClosed = true;
      clearTimeout(restarting);
      await running.end();
    },
  };
}

/** A folder may be served before it has a vault. @throws group_key_unavailable */
function onlyOne(groups: readonly SecurityGroupId[]): SecurityGroupId {
  const [only] = groups;
  if (only !== undefined && groups.length === 1) return only;
  throw new VaultError(
    'group_key_unavailable',
    only === undefined ? 'There is no vault yet to receive for. Create it first.' : NO_GROUP_MESSAGE,
  );
}
