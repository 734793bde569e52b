import { useTranslation } from 'react-i18next';

/** Explains the search operators below the results. */
export function SearchHints() {
  const { t } = useTranslation();
  const hints = [
    ['text:nodule', t('worklist.hints.text')],
    ['impression:"ground glass"', t('worklist.hints.section')],
    ['modality:CT', t('worklist.hints.modality')],
    ['date:2026-05', t('worklist.hints.date')],
    ['tag:"tumour board"', t('worklist.hints.tag')],
    ['state:preliminary', t('worklist.hints.state')],
    ['has:draft', t('worklist.hints.has')],
    ['id:00482', t('worklist.hints.id')],
  ] as const;
  return (
    <section className="hints">
      <h2 className="sec">{t('worklist.hints.title')}</h2>
      <dl>
        {hints.map(([code, words]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>
              {words}
              {code.startsWith('date') ? (
                <>
                  {' '}
                  <code>date:2026-01..2026-05</code> {t('worklist.hints.dateSpan')}
                </>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
