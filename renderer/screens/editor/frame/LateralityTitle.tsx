import { Fragment } from 'react';
import { underlineOf } from '#renderer/editor/laterality/laterality-highlights.ts';
import { useLateralityMismatches } from '#renderer/editor/laterality/laterality-store.ts';
import { findLateralityTerms } from '#report/checks/laterality/laterality-terms.ts';

/** Exam title with left and right underlined as in the text. */
export function LateralityTitle({ title }: { readonly title: string }) {
  const mismatches = useLateralityMismatches((state) => state.mismatches);
  const words = findLateralityTerms(title);
  const last = words.at(-1)?.end ?? 0;
  return (
    <>
      {words.map(({ sides, start, end }, at) => (
        <Fragment key={start}>
          {title.slice(words[at - 1]?.end ?? 0, start)}
          <span className={underlineOf('title', sides, mismatches)}>{title.slice(start, end)}</span>
        </Fragment>
      ))}
      {title.slice(last)}
    </>
  );
}
