/** One printed page: head, part of the text, seal line. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperFact, PaperLayout } from '#paper/layout.ts';
import { SealFigure } from '#renderer/components/seal/SealFigure.tsx';
import { withKeys } from '#renderer/screens/editor/react-keys.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

interface PrintedPageProps {
  readonly layout: PaperLayout;
  readonly number: number;
  readonly count: number;
  readonly isTall: boolean;
  readonly children: ReactNode;
}

export function PrintedPage({ layout, number, count, isTall, children }: PrintedPageProps) {
  const { t } = useTranslation();
  const { watermark } = layout;
  return (
    <article
      className={`a4${isTall ? ' tall' : ''}`}
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
      {number === count ? <Closing closing={layout.closing} /> : null}
      <Foot foot={layout.foot} number={number} count={count} />
    </article>
  );
}

function FirstHead({ layout: { letterhead, block } }: Pick<PrintedPageProps, 'layout'>) {
  return (
    <>
      <header className="lh">
        <Seal />
        <div>
          <b>{letterhead.name}</b>
          <span>{letterhead.detail}</span>
        </div>
      </header>
      <table className="pblk">
        <tbody>
          {withKeys(block, ([left, right]) => `${left?.label} ${right?.label}`).map(
            ({ key, item: [left, right] }) => (
              <tr key={key}>
                <FactCells fact={left} />
                <FactCells fact={right} />
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  );
}

function FactCells({ fact }: { readonly fact: PaperFact | undefined }) {
  if (fact === undefined) return <td colSpan={2} />;
  return (
    <>
      <th scope="row">{fact.label}</th>
      <td>
        <Value fact={fact} />
      </td>
    </>
  );
}

function Value({ fact: { value, rest, is_strong } }: { readonly fact: PaperFact }) {
  return (
    <>
      {is_strong ? <b>{value}</b> : value}
      {rest}
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

/** Closing block: author, signatures, and how to verify the print. */
function Closing({ closing }: Pick<PaperLayout, 'closing'>) {
  return (
    <div className="closing">
      <div className="sig">
        {closing.facts.map((fact) => (
          <p key={fact.label}>
            <span>{fact.label}</span>
            <Value fact={fact} />
          </p>
        ))}
        {closing.proofs.map((proof) => (
          <p key={proof} className="proof">
            {proof}
          </p>
        ))}
      </div>
      <div className="verify">
        <Seal />
        <p>{closing.verify}</p>
      </div>
    </div>
  );
}

function Foot({
  foot,
  number,
  count,
}: Pick<PaperLayout, 'foot'> & { readonly number: number; readonly count: number }) {
  const { seal } = foot;
  return (
    <footer className="pf">
      <span>{foot.patient}</span>
      <span>{foot.note}</span>
      <span>{foot.page(number, count)}</span>
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
    </footer>
  );
}

function Seal() {
  const workspaceId = useSession((state) => state.session?.workspace_id ?? '');
  return (
    <div className="lh-mark">
      <SealFigure seed={workspaceId} />
    </div>
  );
}
