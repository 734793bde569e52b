/** An open window as the server sees it: an event stream and its received events. */
import type { VaultClient } from '#sdk/client.ts';

export interface Window {
  /** Received document versions, in order. */
  readonly heard: () => readonly string[];
  /** True once the window has received the version. @throws the error that ended the stream */
  readonly hasHeard: (versionId: string) => boolean;
  readonly forget: () => void;
  readonly close: () => void;
}

/** Resolves when the stream is open. */
export async function openWindow(client: VaultClient): Promise<Window> {
  const stopping = new AbortController();
  const stands = Promise.withResolvers<void>();
  let heard: string[] = [];
  const known = new Set<string>();
  let ended: unknown;

  async function listen(): Promise<void> {
    for await (const { event, data } of client.events({ signal: stopping.signal, onOpen: stands.resolve })) {
      if (event !== 'document' || data.version_id === undefined) continue;
      heard.push(data.version_id);
      known.add(data.version_id);
    }
  }
  listen().catch((error: unknown) => {
    ended = error;
    stands.reject(error);
  });
  await stands.promise;
  return {
    heard: () => heard,
    hasHeard(versionId) {
      if (ended !== undefined) throw ended;
      return known.has(versionId);
    },
    forget() {
      heard = [];
      known.clear();
    },
    close: () => stopping.abort(),
  };
}
