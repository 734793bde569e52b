/**
 * Field that selects the patient of an exam: matches word beginnings and numbers while typing, exact matches first;
 * arrows and Enter select. Nobody is marked until an arrow moves there, or the text fits one patient alone.
 */
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#records/folded-text.ts';
import { identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import { isFoundBy } from '#records/summaries.ts';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { registerChoice } from '#renderer/components/dialogs/form-fields.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import type { PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { searchRank } from './patient/patient-matches.ts';

interface PatientPickerProps {
  readonly patients: ReadonlyMap<string, PatientRow>;
  readonly chosen: PatientRow | undefined;
  readonly onChoose: (id: string | undefined) => void;
  readonly autoFocus: boolean;
  /** Called with typed text that matches no patient; empty if a patient is selected or nothing is typed. */
  readonly onTyped: (text: string) => void;
  readonly error: string | undefined;
  /** Offers to create a patient from the typed text. */
  readonly onCreate?: ((text: string) => void) | undefined;
  /** Label, for forms with more than one; *Patient* by default. */
  readonly label?: string;
}

const SHOWN_MAX = 7;

function patientLine({ summary }: PatientRow): string {
  const identifier = mainIdentifier(summary?.identifiers);
  const birth = summary?.birth_date ? shortDay(summary.birth_date) : '';
  return [birth, identifier ? identifierText(identifier) : ''].filter(Boolean).join(', ');
}

interface RankedPatient {
  readonly row: PatientRow;
  /** As in `searchRank`; 0 for a whole number. */
  readonly rank: number;
}

/** Index of the one patient whom the text names: the only one found, or the only one with that number. */
function soleFit(ranked: readonly RankedPatient[], words: number): number | undefined {
  if (words === 0) return undefined;
  const isSole = ranked.length === 1 || (ranked[0]?.rank === 0 && ranked[1]?.rank !== 0);
  return isSole ? 0 : undefined;
}

export function PatientPicker(props: PatientPickerProps) {
  const { patients, chosen, onChoose, autoFocus, onTyped, error, onCreate } = props;
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  /** Row an arrow moved to; one behind the patients is the offer to create one. */
  const [moved, setMoved] = useState<number>();
  const wanted = useMemo(() => wordsOf(text), [text]);
  const ranked = useMemo(
    () =>
      [...patients.values()]
        .filter((row) => row.summary !== null && !row.is_deleted && isFoundBy(row.summary, wanted))
        .map((row) => ({ row, rank: row.summary === null ? 0 : searchRank(row.summary, text) }))
        .sort((a, b) => a.rank - b.rank || (a.row.updated_at < b.row.updated_at ? 1 : -1))
        .slice(0, SHOWN_MAX),
    [patients, wanted, text],
  );
  const found = useMemo(() => ranked.map(({ row }) => row), [ranked]);
  const active = moved ?? soleFit(ranked, wanted.length);
  const rowCount = found.length + (onCreate === undefined ? 0 : 1);
  const choose = (row: PatientRow | undefined) => {
    if (!row) return;
    onChoose(row.id);
    setOpen(false);
    setText('');
    onTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const from = active ?? (step === 1 ? -1 : 0);
      setMoved((from + step + rowCount) % Math.max(1, rowCount));
    } else if (event.key === 'Enter' && open && (text !== '' || moved !== undefined)) {
      event.preventDefault();
      if (active !== undefined && active === found.length) onCreate?.(text.trim());
      else if (active !== undefined) choose(found[active]);
    } else if (event.key === 'Tab' && text.trim() !== '' && found.length === 1) {
      // Select a single match only; of several, none is selected automatically. The focus goes on as with
      // Enter: on the button that takes the patient away, a space in the title typed next would press it.
      if (!event.shiftKey) event.preventDefault();
      choose(found[0]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
    }
  };
  const label = props.label ?? t('worklist.newExamForm.patient');
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    registerChoice(box.current, {
      read: () => chosen?.id ?? '',
      write: (known) => onChoose(known || undefined),
    });
  });
  // Focus after clearing, because the other patient's name is typed next.
  const isCleared = useRef(false);
  useLayoutEffect(() => {
    if (chosen !== undefined || !isCleared.current) return;
    isCleared.current = false;
    box.current?.querySelector('input')?.focus();
  }, [chosen]);
  return (
    <div
      ref={box}
      data-choice={label}
      className={`fld c2 picker-field${error === undefined || chosen ? '' : ' bad'}`}
    >
      <div className="lab">
        <label htmlFor={id}>{label}</label>
        {chosen ? null : <span className="dim">{t('worklist.newExamForm.patientHelp')}</span>}
      </div>
      {chosen ? (
        <div className="inp">
          <span className="pick-p" id={id}>
            <b>{chosen.summary?.display_name}</b>
            <span className="dim">{patientLine(chosen)}</span>
          </span>
          <span className="gap" />
          <button
            type="button"
            className="link"
            aria-label={t('worklist.newExamForm.clearPatient')}
            onClick={() => {
              isCleared.current = true;
              onChoose(undefined);
            }}
          >
            <Icon name="close" />
          </button>
        </div>
      ) : (
        <div className="inp">
          <input
            id={id}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-activedescendant={open && active !== undefined ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            spellCheck={false}
            data-autofocus={autoFocus || undefined}
            placeholder={t('worklist.newExamForm.patientNone')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onTyped(event.target.value.trim());
              setMoved(undefined);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          <Icon name="chevron-down" />
        </div>
      )}
      {error === undefined || chosen ? null : (
        <p id={`${id}-error`} className="note" role="alert">
          {error}
        </p>
      )}
      {open && !chosen ? (
        <div className="menu drop-list" role="listbox" id={`${id}-list`} aria-label={label}>
          {found.length === 0 ? <p className="cap">{t('worklist.newExamForm.patientUnknown')}</p> : null}
          {found.map((row, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
            <div
              key={row.id}
              id={`${id}-${index}`}
              className="opt"
              role="option"
              aria-selected={index === active}
              onMouseDown={preventFocusChange}
              onClick={() => choose(row)}
            >
              <b>
                <Highlighted text={row.summary?.display_name ?? ''} wanted={wanted} />
              </b>
              <span className="r">{patientLine(row)}</span>
            </div>
          ))}
          {onCreate === undefined ? null : (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
            <div
              id={`${id}-${found.length}`}
              className="opt"
              role="option"
              aria-selected={active === found.length}
              onMouseDown={preventFocusChange}
              onClick={() => onCreate(text.trim())}
            >
              <span>{t('worklist.newExamForm.newPatient')}</span>
            </div>
          )}
        </div>
      ) : null}
    </div>
  );
}
