/**
 * Addresses of one vault. One is used until it is unreachable, then the next; the last one that responded is kept.
 * All must have the same certificate authority, so a wrong address can only refuse.
 */
import { APIConnectionError } from '#sdk/errors.ts';

export interface Addresses {
  /** `https://name:port`, in the given order. */
  readonly all: readonly string[];
  readonly current: () => string;
  /**
   * Runs `send` at the present address, and at the next ones while nothing of the request can have arrived. If
   * `repeatable`, after a broken connection too. `send` rejects with `APIConnectionError` for a failed connection.
   * @throws the error of the only address; of several, one APIConnectionError naming each
   */
  readonly reach: <T>(send: (origin: string) => Promise<T>, repeatable: boolean) => Promise<T>;
}

/** Creates the addresses of one vault. @throws TypeError for an invalid address. */
export function createAddresses(listed: string | readonly string[]): Addresses {
  const all = [listed].flat().map(originOf);
  if (all.length === 0) throw new TypeError('baseUrl: give the address of the vault, or several.');
  let at = 0;
  const addressAt = (index: number) => all[index % all.length] ?? '';

  return {
    all,
    current: () => addressAt(at),
    async reach(send, repeatable) {
      const first = at;
      const failures: APIConnectionError[] = [];
      for (const step of all.keys()) {
        const index = (first + step) % all.length;
        try {
          const answer = await send(addressAt(index));
          at = index;
          return answer;
        } catch (error) {
          if (!(error instanceof APIConnectionError)) throw error;
          failures.push(error);
          if (!mayGoOn(error, repeatable)) break;
        }
      }
      throw together(failures);
    },
  };
}

function originOf(address: string): string {
  const url = URL.parse(address);
  if (url !== null && url.host !== '') return url.origin;
  throw new TypeError(`baseUrl: «${address}» is not a valid address. Write it as https://127.0.0.1:8743.`);
}

/** Certificates are verified before the first byte of a request. */
function mayGoOn(error: APIConnectionError, repeatable: boolean): boolean {
  return error.unsent || error.permanent || repeatable;
}

function together(failures: readonly APIConnectionError[]): APIConnectionError {
  const [only, ...others] = failures;
  if (only !== undefined && others.length === 0) return only;
  return new APIConnectionError(failures.map(({ message }) => message).join(' '), {
    cause: only,
    unsent: failures.every(({ unsent, permanent }) => unsent || permanent),
    permanent: failures.every(({ permanent }) => permanent),
  });
}

/**
 * Parses addresses from people or files: distinct origins in order; a bare `name:port` means https. @throws Error
 * naming an invalid one.
 */
export function parseAddresses(listed: readonly string[]): string[] {
  const origins = listed.map((text) => {
    const url = URL.parse(text.includes('://') ? text : `https://${text}`);
    if (url?.protocol !== 'https:' || url.username !== '' || url.pathname !== '/' || url.search !== '')
      throw new Error(`«${text}» is not an https address. Write it as https://127.0.0.1:8743.`);
    return url.origin;
  });
  if (origins.length === 0) throw new Error('Give the address of the vault.');
  return [...new Set(origins)];
}
