/**
 * Form for a critical result with six entries. It stays open until all required ones are filled. An existing
 * result can be changed.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CRITICAL_CATEGORIES, CRITICAL_WAYS, type CriticalResult } from '#contract/documents/follow-ups.ts';
import { withOffset } from '#records/reports/critical-line.ts';
import {
  communicatedForOtherPatient,
  confirmedFor,
  criticalDue,
  isInFuture,
} from '#records/reports/critical-result.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { momentText, parseMoment } from '#renderer/components/dates/lenient-moment.ts';
import { MomentField } from '#renderer/components/dates/MomentField.tsx';
import { CancelButton, Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { usePatientName } from '#renderer/components/records/use-patient-name.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { InformedUnderEarlierPatient } from './InformedUnderEarlierPatient.tsx';
import { useSuggestedNames } from './use-suggested-names.ts';

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

interface CriticalFormProps {
  readonly examId: string;
  readonly known: CriticalResult | undefined;
  /** Patient of the exam; null for none. */
  readonly patientId: string | null;
  readonly readOnly: boolean;
  /** Stores the critical result; undefined removes it. Rejects where it could not be stored. */
  readonly onKeep: (critical: CriticalResult | undefined, reason: string) => Promise<void>;
  readonly onClose: () => void;
}

export function CriticalForm({ examId, known, patientId, readOnly, onKeep, onClose }: CriticalFormProps) {
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
  const found = parseMoment(foundAt);
  const told = parseMoment(toldAt);
  // Compare by minute, the precision of both fields.
  const isToldFirst = Boolean(
    found && told && Date.parse(told) < Math.floor(Date.parse(found) / 60_000) * 60_000,
  );
  const isFoundLater = isInFuture(found ?? '', new Date());
  const isToldLater = isInFuture(told ?? '', new Date());
  const isPast = !isFoundLater && !isToldLater && !isToldFirst;
  const isWhole = found && told !== undefined && isPast && entry.finding.trim() !== '';
  const people = useSuggestedNames();
  const submit = useSubmit({
    body: isWhole ? toldBy({ ...entry, found_at: found, told_at: told }, known) : undefined,
    send: (critical) => onKeep(critical, t('tracked.reasonCritical')),
  });
  const removal = useAsyncAction();
  const confirming = useAsyncAction();
  const name = usePatientName(patientId);
  const elsewhere = communicatedForOtherPatient(known);
  const error = submit.error ?? removal.error ?? confirming.error;
  const timeError = (text: string) =>
    submit.tried && parseMoment(text) === undefined ? t('review.critical.timeWrong') : undefined;
  return (
    <Dialog title={t('review.critical.title')} onClose={onClose} keptAs={`critical/${examId}`}>
      <form ref={submit.form} onSubmit={submit.onSubmit} noValidate>
        <div className="b stack">
          <p>{t('review.critical.text')}</p>
          {known && elsewhere ? (
            <div className="alert s-error thin" role="status">
              <Icon name="state-warn" size={20} />
              <div>
                <p className="t">
                  <InformedUnderEarlierPatient told={elsewhere} />
                </p>
                <p className="d">{t('review.critical.tellAgain', { name })}</p>
              </div>
              {readOnly ? null : (
                <div className="acts">
                  <Button
                    unavailable={confirming.busy}
                    onPress={() =>
                      confirming.act(() =>
                        onKeep(confirmedFor(known), t('review.critical.confirmed', { name })),
                      )
                    }
                  >
                    {t('review.critical.confirm', { name })}
                  </Button>
                </div>
              )}
            </div>
          ) : null}
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
          <MomentField
            label={t('review.critical.foundAt')}
            value={foundAt}
            onChange={setFoundAt}
            error={timeError(foundAt) ?? (isFoundLater ? t('review.critical.inFuture') : undefined)}
          />
          {found ? (
            <p className="note">
              {t('review.critical.tellUntil', {
                time: changedAt(new Date(criticalDue({ ...entry, found_at: found })).toISOString()),
              })}
            </p>
          ) : null}
          <TextField
            label={t('review.critical.toldWhom')}
            value={entry.told_whom}
            suggestions={people}
            onChange={(told_whom) => change({ told_whom })}
          />
          <Select
            label={t('review.critical.how')}
            value={entry.how}
            choices={CRITICAL_WAYS.map((value) => ({ value, label: t(WAY_LABELS[value]) }))}
            onChange={(how) => change({ how })}
          />
          <MomentField
            label={t('review.critical.toldAt')}
            value={toldAt}
            onChange={setToldAt}
            error={
              timeError(toldAt) ??
              (isToldLater ? t('review.critical.inFuture') : undefined) ??
              (isToldFirst ? t('review.critical.toldFirst') : undefined)
            }
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
          <CancelButton />
          {known && !readOnly ? (
            <>
              <span className="gap" />
              <Button
                kind="danger"
                onPress={() => removal.act(() => onKeep(undefined, t('tracked.reasonCritical')))}
              >
                {t('review.critical.remove')}
              </Button>
            </>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}

/** Adds who told them and the clock they read, unless the communication is the recorded one. */
function toldBy(entry: CriticalResult, known: CriticalResult | undefined): CriticalResult {
  const { told_by: _, ...told } = entry;
  if (told.told_at === '') return told;
  const isRecorded =
    known !== undefined &&
    momentText(told.told_at) === momentText(known.told_at) &&
    told.told_whom === known.told_whom;
  if (isRecorded) return { ...entry, told_at: known.told_at };
  const me = useSession.getState().session?.principal.display_name;
  return { ...told, told_at: withOffset(told.told_at), ...(me === undefined ? {} : { told_by: me }) };
}
