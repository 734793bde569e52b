/**
 * Mutexes by name among the servers of a vault, as advisory locks of the session: a server that dies or loses its
 * connection releases them. PostgreSQL lets a session take the same lock twice; this code never does.
 */
import type { NamedLock } from '#server/storage/engine/sql-engine.ts';
import type { Connection } from './wire/connection.ts';
import type { Answer } from './wire/thread-messages.ts';

/** The prefix separates them from the lock of the vault itself. */
const KEY = "hashtextextended('srv.v1/lock/' || $1::text, 0)";

export function createNamedMutex(
  connection: Pick<Connection, 'number'>,
  ask: (text: string, values: readonly unknown[]) => Answer,
) {
  /** Number of the connection that has each lock. */
  const held = new Map<string, number>();
  const isHeld = (name: string) => held.get(name) === connection.number();

  function release(name: string): void {
    const isStillHeld = isHeld(name);
    held.delete(name);
    if (!isStillHeld) return;
    try {
      ask(`SELECT pg_advisory_unlock(${KEY})`, [name]);
    } catch {
      // Released with its connection.
    }
  }

  return {
    tryLock(name: string): NamedLock | undefined {
      if (isHeld(name)) return undefined;
      const { rows } = ask(`SELECT pg_try_advisory_lock(${KEY})`, [name]);
      if (rows[0]?.[0] !== 1) return undefined;
      held.set(name, connection.number());
      return { isHeld: () => isHeld(name), release: () => release(name) };
    },
  };
}
