/**
 * Keeps the `max` most recently used entries. What is pushed out, replaced or deleted is told to `onLetGo`; someone may
 * still hold it.
 */
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;
  readonly #onLetGo: (value: V) => void;

  constructor(max: number, onLetGo: (value: V) => void = () => undefined) {
    this.#max = max;
    this.#onLetGo = onLetGo;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.delete(oldest.value);
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#onLetGo(value);
  }

  values(): Iterable<V> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
  }
}
