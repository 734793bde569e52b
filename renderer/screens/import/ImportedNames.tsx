import { useTranslation } from 'react-i18next';
import { shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import type { NamedRecord } from './run-import.ts';

/** Names of the patients in the import, because counts alone do not show a wrong patient. */
export function ImportedNames({ named }: { readonly named: readonly NamedRecord[] }) {
  const { t } = useTranslation();
  if (named.length === 0) return null;
  return (
    <details open={named.length <= SHOWN_AT_ONCE}>
      <summary>{t('imports.named', { count: named.length, number: count(named.length) })}</summary>
      <ul className="unsupported">
        {named.map(({ name, birthDate, study }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <b>{name || t('imports.noName')}</b>{' '}
            {[
              birthDate ? `${t('patients.born')} ${shortDay(birthDate)}` : '',
              study?.title ?? '',
              study?.day ? shortDay(study.day) : '',
              study ? t('imports.images', { count: study.images, number: count(study.images) }) : '',
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Number of names shown at first; a button shows the rest. */
const SHOWN_AT_ONCE = 12;
