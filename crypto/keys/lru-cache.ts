/** Keeps the `max` most recently used entries. What is pushed out is only let go, never wiped: someone may still hold it. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  values(): Iterable<V> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
  }
}
