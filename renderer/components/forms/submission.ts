/**
 * What keeps one form from making two things: one submit at a time, and one `Idempotency-Key` for as long as
 * the same body has not succeeded, so that a try whose answer was lost finds what it already made.
 * Source: choices, "Documents" (`Idempotency-Key`).
 */
export interface Submission {
  /** The key to send `body` with; undefined while a submit is under way, or once this body has succeeded. */
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
      // The server answers `replay` to a known key with another body.
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
