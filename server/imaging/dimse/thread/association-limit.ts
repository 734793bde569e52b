/**
 * Limits associations. When all places are taken, the one that has been silent longest gives way, so that nobody closes
 * the port to others by associating and then saying nothing.
 */
interface Entered {
  readonly end: () => void;
  heardAt: number;
}

export interface AssociationPlace {
  /** Call with every arrival of bytes. */
  readonly heard: () => void;
  /** Frees the place. Idempotent. */
  readonly leave: () => void;
}

export interface AssociationLimit {
  /** Undefined where all places are taken by associations in use. `end` is called when another needs the place. */
  readonly enter: (end: () => void) => AssociationPlace | undefined;
}

/** @param silentMs time after which a silent association may lose its place. @param now a monotonic clock */
export function createAssociationLimit(max: number, silentMs: number, now: () => number): AssociationLimit {
  const all = new Set<Entered>();

  function makeRoom(): boolean {
    if (all.size < max) return true;
    const [silent] = [...all].sort((a, b) => a.heardAt - b.heardAt);
    if (silent === undefined || now() - silent.heardAt < silentMs) return false;
    all.delete(silent);
    silent.end();
    return true;
  }

  return {
    enter(end) {
      if (!makeRoom()) return undefined;
      const entered: Entered = { end, heardAt: now() };
      all.add(entered);
      return {
        heard() {
          entered.heardAt = now();
        },
        leave: () => void all.delete(entered),
      };
    },
  };
}
