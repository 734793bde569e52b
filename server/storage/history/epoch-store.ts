/** SQL over the epoch, and the key with which servers recognise state tokens that one of them issued. */
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export function createEpochStore(db: Statements) {
  const begin = db.prepare<[number]>('UPDATE service_state SET epoch = ?, state_key = NULL');
  const keyOf = db.prepare<[], Uint8Array | null>('SELECT state_key FROM service_state').pluck();
  const putKey = db.prepare<[Uint8Array]>('UPDATE service_state SET state_key = ?');
  return {
    /** Deletes the key too, because tokens of a copy prove nothing to the vault it was copied from. */
    begin: (epoch: number) => void begin.run(epoch),
    /** Returns the state key, 32 bytes. */
    findStateKey: () => keyOf.get() ?? undefined,
    putStateKey: (key: Uint8Array) => void putKey.run(key),
  };
}
