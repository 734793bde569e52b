/** Fields of a follow-up: recommended examination, due date, responsible person. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FollowUp } from '#contract/documents/follow-ups.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { DateField, dateProblem } from '#renderer/components/dates/DateField.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { addSpan, FOLLOW_UP_SPANS } from './follow-up-intervals.ts';

export interface FollowUpEntry {
  readonly text: string;
  readonly due: string;
  readonly whose: string;
}

export function newFollowUp(entry: FollowUpEntry, madeBy: string, now: Date): FollowUp {
  return {
    follow_up_id: crypto.randomUUID(),
    ...entry,
    made_by: madeBy,
    made_at: now.toISOString(),
    moved: [],
    done: null,
  };
}

/** React hook for the fields; `entry` is undefined while one is unreadable. */
export function useFollowUpFields(initial: FollowUpEntry) {
  const [fields, setFields] = useState(initial);
  const due = dayIn(fields.due);
  const text = fields.text.trim();
  const entry = due === undefined || text === '' ? undefined : { text, due, whose: fields.whose.trim() };
  const change = (part: Partial<FollowUpEntry>) => setFields((known) => ({ ...known, ...part }));
  return { fields, change, entry };
}

/** Parses a due date in the future: `28.1.27` means 2027. */
function readDue(typed: string) {
  return parseLenientDate(typed, undefined, { years: 'ahead' });
}

/** Returns `YYYY-MM-DD`; undefined if the text is not a date. */
export function dayIn(typed: string): string | undefined {
  const read = readDue(typed);
  return read.kind === 'day' ? read.iso.slice(0, 10) : undefined;
}

interface FollowUpFieldsProps {
  readonly fields: FollowUpEntry;
  readonly change: (part: Partial<FollowUpEntry>) => void;
  readonly tried: boolean;
}

export function FollowUpFields({ fields, change, tried }: FollowUpFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('tracked.text')}
        value={fields.text}
        onChange={(text) => change({ text })}
        error={tried && fields.text.trim() === '' ? t('tracked.textMissing') : undefined}
        placeholder={t('tracked.textExample')}
        multiline
        autoFocus
        wide
      />
      <DueField value={fields.due} tried={tried} onChange={(due) => change({ due })} />
      <TextField label={t('tracked.whose')} value={fields.whose} onChange={(whose) => change({ whose })} />
    </>
  );
}

interface DueFieldProps {
  readonly value: string;
  readonly tried: boolean;
  readonly onChange: (value: string) => void;
}

/** Due date, typed or chosen from usual intervals. */
export function DueField({ value, tried, onChange }: DueFieldProps) {
  const { t } = useTranslation();
  const problem = dateProblem(readDue(value), t);
  const missing = dayIn(value) === undefined ? t('tracked.dueMissing') : undefined;
  return (
    <div className="c2">
      <DateField
        label={t('tracked.due')}
        years="ahead"
        value={value}
        onChange={onChange}
        error={tried ? (problem ?? missing) : undefined}
      />
      <fieldset className="spans" aria-label={t('tracked.spans')}>
        {FOLLOW_UP_SPANS.map((span) => (
          <Button key={span.id} size="s" onPress={() => onChange(addSpan(new Date(), span))}>
            {t(`tracked.span.${span.id}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
