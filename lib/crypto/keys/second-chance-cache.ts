/**
 * Bounded cache with second-chance eviction: the oldest entries go first, except those used since they were last
 * considered. A hit costs one look-up; a least-recently-used order would cost two writes more. Evicted, replaced or
 * deleted values are passed to `onLetGo`; callers may still use them.
 */
export class SecondChanceCache<K, V> {
  readonly #entries = new Map<K, { readonly value: V; isUsed: boolean }>();
  readonly #max: number;
  readonly #onLetGo: (value: V) => void;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  /** Creates a cache. @param max number of entries, or the sum of their `sizeOf` */
  constructor(
    max: number,
    {
      onLetGo = () => undefined,
      sizeOf = () => 1,
    }: { readonly onLetGo?: (value: V) => void; readonly sizeOf?: (value: V) => number } = {},
  ) {
    this.#max = max;
    this.#onLetGo = onLetGo;
    this.#sizeOf = sizeOf;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** A value larger than `max` is evicted at once. */
  set(key: K, value: V): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    if (size > this.#max) {
      this.#onLetGo(value);
      return;
    }
    // Evicts first; otherwise the new entry itself could be evicted when all others were used.
    this.#makeRoom(size);
    this.#entries.set(key, { value, isUsed: false });
    this.#size += size;
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(entry.value);
    this.#onLetGo(entry.value);
  }

  *values(): Iterable<V> {
    for (const { value } of this.#entries.values()) yield value;
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  #makeRoom(size: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#size + size <= this.#max) return;
      if (entry.isUsed) {
        // Moved behind the newest entry and considered again later.
        entry.isUsed = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
      } else this.delete(key);
    }
  }
}
