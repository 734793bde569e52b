/** Looks up a patient that was not suggested. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#records/folded-text.ts';
import { identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { matchesPatient } from '#renderer/lists/patient-list.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { PatientRow } from '#renderer/state/record-cache/record-row.ts';

interface OtherPatientProps {
  readonly groupId: string;
  readonly onFound: (row: PatientRow) => void;
}

const SHOWN_MAX = 5;

export function OtherPatient({ groupId, onFound }: OtherPatientProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The focused button disappears; focus the field, so that typing enters a name instead of list keys.
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const rows = patientCache.use((state) => state.rows);
  const found = useMemo(() => {
    const wanted = wordsOf(text);
    if (wanted.length === 0) return [];
    return [...rows.values()]
      .filter((row) => row.security_group_id === groupId && !row.is_deleted && matchesPatient(row, wanted))
      .slice(0, SHOWN_MAX);
  }, [rows, text, groupId]);
  if (!isOpen) {
    return (
      <Button kind="quiet" icon="search" onPress={() => setOpen(true)}>
        {t('match.otherPatient')}
      </Button>
    );
  }
  return (
    <div className="other-patient">
      <TextField
        label={t('match.otherPatientLabel')}
        help={t('match.otherPatientHelp')}
        value={text}
        onChange={setText}
        ref={field}
      />
      <ul>
        {found.map((row) => (
          <li key={row.id}>
            <Button
              kind="quiet"
              onPress={() => {
                onFound(row);
                setOpen(false);
                setText('');
              }}
            >
              {lineOf(row)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function lineOf({ summary }: PatientRow): string {
  const identifier = mainIdentifier(summary?.identifiers);
  return [
    summary?.legal_name,
    summary?.birth_date ? shortDay(summary.birth_date) : '',
    identifier ? identifierText(identifier) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
