/**
 * Keeps what was used of late, as much as `max` allows: of the oldest, those go that nobody used since they were last
 * passed over (second chance). A hit costs a look-up, where an order of use would be kept by two changes more. What is
 * pushed out, replaced or deleted is told to `onLetGo`; someone may still hold it.
 */
export class SecondChanceCache<K, V> {
  readonly #entries = new Map<K, { readonly value: V; isUsed: boolean }>();
  readonly #max: number;
  readonly #onLetGo: (value: V) => void;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  /** @param max number of entries, or the sum of what `sizeOf` says of them */
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

  /** What is larger than everything may be is let go at once. */
  set(key: K, value: V): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    if (size > this.#max) {
      this.#onLetGo(value);
      return;
    }
    // Before it comes, or where all others were used it would be the one to go.
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
        // Goes behind the newest, where this comes by once more unless others make room.
        entry.isUsed = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
      } else this.delete(key);
    }
  }
}
