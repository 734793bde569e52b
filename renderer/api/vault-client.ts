/** The window's only vault client. `renewClient` drops the old one together with its session token. */
import { createClient, type VaultClient } from '#sdk/client.ts';
import { watchedTransport } from './watched-transport.ts';

type Listener = (code: string) => void;

const activityListeners = new Set<() => void>();
const goneListeners = new Set<Listener>();

function newClient(): VaultClient {
  const transport = watchedTransport({
    onActivity: () => {
      for (const listener of activityListeners) listener();
    },
    onSessionGone: (code) => {
      for (const listener of goneListeners) listener(code);
    },
  });
  return createClient({ transport });
}

let client = newClient();

export function vault(): VaultClient {
  return client;
}

export function renewClient(): void {
  client = newClient();
}

/** Registers a listener for every response to a request that keeps the session awake. */
export function onActivity(listener: () => void): void {
  activityListeners.add(listener);
}

/** Registers a listener for responses that report the session as ended. */
export function onSessionGone(listener: Listener): void {
  goneListeners.add(listener);
}
