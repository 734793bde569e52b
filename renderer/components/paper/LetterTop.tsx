/** Top of a letter's first page: the practice's head, the recipient's window, the box of facts and the subject. */

import type { PaperLayout } from '#paper/layout.ts';
import type { LetterLayout } from '#paper/letter/lay-out-letter.ts';
import type { PaperFact } from '#paper/paper-fact.ts';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { FactCells, FactRows, FactValue } from './PaperFacts.tsx';
import { VaultSeal } from './VaultSeal.tsx';

interface LetterTopProps {
  readonly letter: LetterLayout;
  readonly block: PaperLayout['block'];
}

export function LetterTop({ letter, block }: LetterTopProps) {
  const { place, question } = letter;
  return (
    <>
      <div className="lt-top">
        {place.folds.length > 0 ? <FoldMarks /> : null}
        <Head head={letter.head} />
        <Recipient letter={letter} />
        {place.window === undefined ? (
          <table className="pblk">
            <FactRows rows={block} />
          </table>
        ) : (
          <Box parts={letter.box} />
        )}
      </div>
      <div className="lt-subj">
        <p className="subject">{letter.subject}</p>
        {question === undefined ? null : (
          <p className="question">
            <span>{question.label}</span>
            <FactValue fact={question} />
          </p>
        )}
      </div>
    </>
  );
}

function FoldMarks() {
  return (
    <>
      <i className="lt-fold first" aria-hidden="true" />
      <i className="lt-fold hole" aria-hidden="true" />
      <i className="lt-fold second" aria-hidden="true" />
    </>
  );
}

function Head({ head }: Pick<LetterLayout, 'head'>) {
  if (head === undefined) return null;
  return (
    <header className="lt-head">
      {head.logo === null ? (
        <VaultSeal />
      ) : (
        <img className="lt-logo" src={`data:image/png;base64,${head.logo}`} alt="" />
      )}
      <div className="lt-name">
        <b>{head.name}</b>
        <span>{head.detail}</span>
      </div>
      <p className="lt-contact">
        {withKeys(head.contact, (line) => line).map(({ key, item }) => (
          <span key={key}>{item}</span>
        ))}
      </p>
    </header>
  );
}

function Recipient({ letter: { sender, recipient } }: Pick<LetterTopProps, 'letter'>) {
  if (recipient.length === 0) return null;
  return (
    <div className="lt-to">
      {sender === '' ? null : <p className="lt-back">{sender}</p>}
      <address className={recipient.length > 6 ? 'small' : undefined}>
        {withKeys(recipient, (line) => line).map(({ key, item }) => (
          <span key={key}>{item}</span>
        ))}
      </address>
    </div>
  );
}

function Box({ parts }: { readonly parts: readonly (readonly PaperFact[])[] }) {
  return (
    <table className="lt-box">
      {withKeys(parts, (facts) => facts.map(({ label }) => label).join()).map(({ key, item: facts }) => (
        <tbody key={key}>
          {facts.map((fact) => (
            <tr key={fact.label}>
              <FactCells fact={fact} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
