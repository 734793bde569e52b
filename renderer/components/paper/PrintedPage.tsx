/** One printed page: head, part of the text, seal line. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperLayout } from '#paper/layout.ts';
import { LetterTop } from './LetterTop.tsx';
import { FactRows, FactValue } from './PaperFacts.tsx';
import { VaultSeal } from './VaultSeal.tsx';

interface PrintedPageProps {
  readonly layout: PaperLayout;
  readonly number: number;
  readonly count: number;
  readonly isTall: boolean;
  /** Later page on which an addendum starts; undefined for none. */
  readonly addendum?: number | undefined;
  readonly children: ReactNode;
}

export function PrintedPage({ layout, number, count, isTall, addendum, children }: PrintedPageProps) {
  const { t } = useTranslation();
  const { watermark, letter } = layout;
  return (
    <article
      className={['a4', letter ? 'letter' : '', isTall ? 'tall' : ''].filter(Boolean).join(' ')}
      data-window={letter?.place.window_kind}
      aria-label={t('review.print.pageLabel', { page: number })}
      data-watermark={watermark ?? ''}
    >
      {watermark ? (
        <div className="wm" aria-hidden="true">
          {watermark}
        </div>
      ) : null}
      {number === 1 ? <FirstHead layout={layout} /> : <RunningHead texts={layout.running} />}
      {children ?? <div className="ptext" />}
      {number === count ? <Closing layout={layout} /> : null}
      <Foot layout={layout} number={number} count={count} addendum={addendum} />
    </article>
  );
}

function FirstHead({ layout: { letter, letterhead, block } }: Pick<PrintedPageProps, 'layout'>) {
  if (letter !== undefined) return <LetterTop letter={letter} block={block} />;
  return (
    <>
      <header className="lh">
        <VaultSeal />
        <div>
          <b>{letterhead.name}</b>
          <span>{letterhead.detail}</span>
        </div>
      </header>
      <table className="pblk">
        <FactRows rows={block} />
      </table>
    </>
  );
}

function RunningHead({ texts: [left, right] }: { readonly texts: PaperLayout['running'] }) {
  return (
    <header className="lh2">
      <span>{left}</span>
      <span>{right}</span>
    </header>
  );
}

/** Closing block: author, signatures, and how to verify the print; of a letter also its sign-off and copies. */
function Closing({ layout: { closing, letter } }: Pick<PrintedPageProps, 'layout'>) {
  const showsKeys = letter?.shows_keys ?? true;
  return (
    <div className="closing">
      {letter?.sign_off.map((line) => (
        <p key={line} className="sign-off">
          {line}
        </p>
      ))}
      <div className="sig">
        {closing.facts.map((fact) => (
          <p key={fact.label}>
            <span>{fact.label}</span>
            <FactValue fact={fact} />
          </p>
        ))}
        {showsKeys
          ? closing.proofs.map((proof) => (
              <p key={proof} className="proof">
                {proof}
              </p>
            ))
          : null}
      </div>
      <div className="verify">
        {showsKeys ? <VaultSeal /> : null}
        <p>{closing.verify}</p>
      </div>
      {letter?.copies === undefined ? null : (
        <p className="lt-cc">
          <b>{letter.copies.label}</b>
          {letter.copies.lines.join('; ')}
        </p>
      )}
    </div>
  );
}

function Foot({
  layout: { foot, letter },
  number,
  count,
  addendum,
}: Omit<PrintedPageProps, 'isTall' | 'children'>) {
  const { seal } = foot;
  return (
    <footer className="pf">
      <span>{foot.patient}</span>
      <span>{foot.note}</span>
      <span>{foot.page(number, count, addendum)}</span>
      {seal === undefined ? null : (
        <span className="hash">
          {seal.before} <code>{seal.version_id}</code>
          {seal.hash === undefined ? null : (
            <>
              , {seal.hash[0]} <code>{seal.hash[1]}</code>
            </>
          )}
        </span>
      )}
      {letter?.foot ? <span className="firm">{letter.foot}</span> : null}
    </footer>
  );
}
