/** Raw response without its body. */
export interface ResponseInfo {
  readonly status: number;
  readonly request_id: string | undefined;
  readonly header: (name: string) => string | null;
}

export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** Promise of the response's data that also gives access to the raw response. */
export class VaultPromise<T> extends Promise<T> {
  readonly #answer: Promise<WithResponse<T>>;

  /** Makes `then` and similar return plain promises. */
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
    // Mark the rejection as handled, because the caller handles it on the other promise.
    this.catch(() => {});
    return this.#answer;
  }
}
