/**
 * Limits connections to the DICOM port. A peer without an association loses its place when another needs it, so silent
 * connections block no modality.
 */

/** Connection that has a place. */
interface TrackedConnection {
  readonly address: string;
  readonly end: () => void;
}

export interface ConnectionLimit {
  /**
   * Takes a place for a connection. Undefined where associations have all places. `end` is called when another
   * connection needs the place.
   */
  readonly take: (held: TrackedConnection) => Place | undefined;
}

export interface Place {
  /** Call once it has an association: the place is then kept. */
  readonly keep: () => void;
  /** Frees the place. Idempotent. */
  readonly leave: () => void;
}

/** Creates the places. @param perAddress maximum number of places per address. */
export function createConnectionLimit(max: number, perAddress: number): ConnectionLimit {
  const all = new Set<TrackedConnection>();
  /** Connections without an association, in order of arrival. */
  const silent = new Set<TrackedConnection>();

  function countOf(address: string): number {
    return [...all].filter((held) => held.address === address).length;
  }

  function oldestSilent(address?: string): TrackedConnection | undefined {
    return [...silent].find((held) => address === undefined || held.address === address);
  }

  function drop(held: TrackedConnection): void {
    all.delete(held);
    silent.delete(held);
    held.end();
  }

  function makeRoom(address: string): boolean {
    if (countOf(address) >= perAddress) {
      const own = oldestSilent(address);
      if (own === undefined) return false;
      drop(own);
    }
    if (all.size < max) return true;
    const other = oldestSilent();
    if (other === undefined) return false;
    drop(other);
    return true;
  }

  return {
    take(held) {
      if (!makeRoom(held.address)) return undefined;
      all.add(held);
      silent.add(held);
      return {
        keep: () => void silent.delete(held),
        leave() {
          all.delete(held);
          silent.delete(held);
        },
      };
    },
  };
}
