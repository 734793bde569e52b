/** Counts repeated entries instead of writing each: a series of failed unlocks becomes one entry with a number. */
import type { AuditContent } from '#server/integrity/audit/audit-content.ts';

/** Number of different entries above which all are written. */
const KEPT_MAX = 1000;

export interface RepeatCounter {
  /** Counts an entry. @returns true when so many different entries are counted that all must be written. */
  readonly add: (words: string, content: AuditContent) => boolean;
  /** Removes and returns the counted entries with this text, or all; each has `+` and its number in the detail. */
  readonly take: (words?: string) => AuditContent[];
}

export function createRepeatCounter(): RepeatCounter {
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
