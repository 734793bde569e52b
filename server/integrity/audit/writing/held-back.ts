/** What was said already and came again, counted: of a run of guesses at a secret the log tells how many there were. */
import type { AuditContent } from '#server/integrity/audit/audit-content.ts';

/** Past this many different ones all are to be told. */
const KEPT_MAX = 1000;

export interface HeldBack {
  /** @returns whether so many different ones are held that all are to be told. */
  readonly add: (words: string, content: AuditContent) => boolean;
  /** What was held back of these words, or of all, each with `+` and how often in its detail; it is held no more. */
  readonly take: (words?: string) => AuditContent[];
}

export function createHeldBack(): HeldBack {
  const held = new Map<string, { readonly content: AuditContent; count: number }>();
  return {
    add(words, content) {
      const known = held.get(words) ?? { content, count: 0 };
      known.count += 1;
      held.set(words, known);
      return held.size >= KEPT_MAX;
    },
    take(words) {
      const wanted = words === undefined ? [...held.keys()] : [words];
      return wanted.flatMap((each) => {
        const found = held.get(each);
        held.delete(each);
        return found === undefined ? [] : [{ ...found.content, detail: `+${found.count}` }];
      });
    },
  };
}
