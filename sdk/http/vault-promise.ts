/** What the raw answer was, without its body. */
export interface ResponseInfo {
  readonly status: number;
  readonly request_id: string | undefined;
  readonly header: (name: string) => string | null;
}

export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** A promise of the answer's data that can also tell of the response it came with. */
export class VaultPromise<T> extends Promise<T> {
  readonly #answer: Promise<WithResponse<T>>;

  /** `then` and its kin give plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(answer: Promise<WithResponse<T>>) {
    super((resolve, reject) => {
      answer.then(({ data }) => resolve(data), reject);
    });
    this.#answer = answer;
  }

  withResponse(): Promise<WithResponse<T>> {
    // Whoever asks here hears of a failure here; the promise itself must not count as unheard.
    this.catch(() => {});
    return this.#answer;
  }
}
