/**
 * Places for connections to the DICOM port. A peer that has not asked for an association holds its place only until
 * somebody else needs it: silent connections keep nobody out.
 */

/** What a place is given to. */
interface Held {
  readonly address: string;
  readonly end: () => void;
}

export interface ConnectionPlaces {
  /**
   * Undefined where all places are held by associations. `end` is called when the place is needed by another.
   */
  readonly take: (held: Held) => Place | undefined;
}

export interface Place {
  /** It has an association: nobody takes the place from it. */
  readonly settle: () => void;
  /** Twice is as good as once. */
  readonly leave: () => void;
}

/** @param perAddress how many places one address holds at most. */
export function createConnectionPlaces(max: number, perAddress: number): ConnectionPlaces {
  const all = new Set<Held>();
  /** In the order they came. */
  const silent = new Set<Held>();

  function countOf(address: string): number {
    return [...all].filter((held) => held.address === address).length;
  }

  function oldestSilent(address?: string): Held | undefined {
    return [...silent].find((held) => address === undefined || held.address === address);
  }

  function drop(held: Held): void {
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
        settle: () => void silent.delete(held),
        leave() {
          all.delete(held);
          silent.delete(held);
        },
      };
    },
  };
}
