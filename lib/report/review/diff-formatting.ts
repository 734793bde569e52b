/** Adds bold, italic and other marks to a word difference; a change of marks alone counts as a change. */
import type { WordPart } from './diff-words.ts';

export interface TextRun {
  readonly text: string;
  /** Marks of the text as bits of `MARK_TAGS`. */
  readonly marks: number;
}

/** The words of both texts with marks; words whose marks changed are removed and added again. */
export function markWords(
  words: readonly WordPart[],
  before: readonly TextRun[],
  after: readonly TextRun[],
): WordPart[] {
  const takeBefore = reader(before);
  const takeAfter = reader(after);
  return words.flatMap(({ change, text }): WordPart[] => {
    if (change === 'added') return takeAfter(text.length).map((run) => partOf('added', run));
    if (change === 'removed') return takeBefore(text.length).map((run) => partOf('removed', run));
    return sameParts(takeBefore(text.length), takeAfter(text.length));
  });
}

function sameParts(before: readonly TextRun[], after: readonly TextRun[]): WordPart[] {
  const takeBefore = reader(before);
  return after.flatMap((run) => {
    let at = 0;
    return takeBefore(run.text.length).flatMap((old): WordPart[] => {
      const text = run.text.slice(at, at + old.text.length);
      at += old.text.length;
      const now = partOf('same', { text, marks: run.marks });
      return old.marks === run.marks ? [now] : [partOf('removed', old), { ...now, change: 'added' }];
    });
  });
}

function partOf(change: WordPart['change'], { text, marks }: TextRun): WordPart {
  return marks === 0 ? { change, text } : { change, text, marks };
}

/** Returns a function for the next `length` characters, split where the marks change. */
function reader(runs: readonly TextRun[]): (length: number) => TextRun[] {
  let run = 0;
  let offset = 0;
  return (length) => {
    const taken: TextRun[] = [];
    let left = length;
    while (left > 0) {
      const current = runs[run];
      if (!current) return taken;
      const text = current.text.slice(offset, offset + left);
      left -= text.length;
      offset += text.length;
      const last = taken.at(-1);
      if (last && last.marks === current.marks) taken[taken.length - 1] = { ...last, text: last.text + text };
      else if (text !== '') taken.push({ text, marks: current.marks });
      if (offset >= current.text.length) {
        run += 1;
        offset = 0;
      }
    }
    return taken;
  };
}
