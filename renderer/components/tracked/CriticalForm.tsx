/** The critical result: six entries; what is missing keeps it open. Whoever opens it keeps what was entered. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CRITICAL_CATEGORIES, CRITICAL_WAYS, type CriticalResult } from '#contract/documents/tracked.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useAct } from '#renderer/state/frame/use-act.ts';

const CATEGORY_LABELS = {
  red: 'review.critical.categoryRed',
  orange: 'review.critical.categoryOrange',
  yellow: 'review.critical.categoryYellow',
} as const;
const WAY_LABELS = {
  phone: 'review.critical.howPhone',
  person: 'review.critical.howPerson',
  message: 'review.critical.howMessage',
} as const;

/** `2026-05-12 14:05`, local time. */
function momentText(instant: string): string {
  if (instant === '') return '';
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Undefined where it is no such moment; empty stays empty. */
function momentOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{1,2}:\d{2}$/.test(trimmed)) return undefined;
  const date = new Date(trimmed.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

interface CriticalFormProps {
  readonly known: CriticalResult | undefined;
  readonly readOnly: boolean;
  /** Undefined takes it out. Rejects where it could not be kept. */
  readonly onKeep: (critical: CriticalResult | undefined) => Promise<void>;
  readonly onClose: () => void;
}

export function CriticalForm({ known, readOnly, onKeep, onClose }: CriticalFormProps) {
  const { t } = useTranslation();
  const [entry, setEntry] = useState<CriticalResult>(
    known ?? {
      category: 'red',
      finding: '',
      found_at: new Date().toISOString(),
      told_whom: '',
      how: 'phone',
      told_at: '',
      read_back: false,
    },
  );
  const [foundAt, setFoundAt] = useState(momentText(entry.found_at));
  const [toldAt, setToldAt] = useState(momentText(entry.told_at));
  const change = (part: Partial<CriticalResult>) => setEntry({ ...entry, ...part });
  const found = momentOf(foundAt);
  const told = momentOf(toldAt);
  const isWhole = found && told !== undefined && entry.finding.trim() !== '';
  const submit = useSubmit({
    body: isWhole ? { ...entry, found_at: found, told_at: told } : undefined,
    send: onKeep,
  });
  const removal = useAct();
  const error = submit.error ?? removal.error;
  const timeError = (text: string) =>
    submit.tried && momentOf(text) === undefined ? t('review.critical.timeWrong') : undefined;
  return (
    <Dialog title={t('review.critical.title')} onClose={onClose}>
      <form ref={submit.form} onSubmit={submit.onSubmit} noValidate>
        <div className="b stack">
          <p>{t('review.critical.text')}</p>
          <Select
            label={t('review.critical.category')}
            value={entry.category}
            choices={CRITICAL_CATEGORIES.map((value) => ({ value, label: t(CATEGORY_LABELS[value]) }))}
            onChange={(category) => change({ category })}
          />
          <TextField
            label={t('review.critical.finding')}
            value={entry.finding}
            onChange={(finding) => change({ finding })}
            error={submit.tried && entry.finding.trim() === '' ? t('review.critical.missing') : undefined}
            autoFocus
          />
          <TextField
            label={t('review.critical.foundAt')}
            value={foundAt}
            onChange={setFoundAt}
            error={timeError(foundAt)}
          />
          <TextField
            label={t('review.critical.toldWhom')}
            value={entry.told_whom}
            onChange={(told_whom) => change({ told_whom })}
          />
          <Select
            label={t('review.critical.how')}
            value={entry.how}
            choices={CRITICAL_WAYS.map((value) => ({ value, label: t(WAY_LABELS[value]) }))}
            onChange={(how) => change({ how })}
          />
          <TextField
            label={t('review.critical.toldAt')}
            value={toldAt}
            onChange={setToldAt}
            error={timeError(toldAt)}
          />
          <Checkbox checked={entry.read_back} onChange={(read_back) => change({ read_back })}>
            {t('review.critical.readBack')}
          </Checkbox>
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="f">
          {readOnly ? null : (
            <Button kind="primary" type="submit" hint="Enter">
              {t('review.critical.keep')}
            </Button>
          )}
          <Button kind="quiet" hint="Esc" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          {known && !readOnly ? (
            <>
              <span className="gap" />
              <Button kind="danger" onPress={() => removal.act(() => onKeep(undefined))}>
                {t('review.critical.remove')}
              </Button>
            </>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}
