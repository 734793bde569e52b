/**
 * Prevents that a form creates something twice. Allows one submit at a time, and uses one `Idempotency-Key`
 * until the same body succeeds. A retry after a lost response therefore finds what it already created.
 * Source: choices, "Documents" (`Idempotency-Key`).
 */
export interface Submission {
  /** Returns the key for `body`; undefined while a submit runs, or once this body succeeded. */
  readonly begin: (body: unknown) => string | undefined;
  readonly end: (outcome: 'succeeded' | 'failed') => void;
}

export function createSubmission(newKey: () => string = () => crypto.randomUUID()): Submission {
  let busy = false;
  let key: string | undefined;
  let sent: string | undefined;
  let made: string | undefined;
  return {
    begin: (body) => {
      const text = JSON.stringify(body);
      if (busy || text === made) return undefined;
      // A new body needs a new key, because the server answers `replay` to a known key with another body.
      if (key === undefined || text !== sent) key = newKey();
      busy = true;
      sent = text;
      return key;
    },
    end: (outcome) => {
      busy = false;
      if (outcome === 'failed') return;
      made = sent;
      key = undefined;
    },
  };
}
