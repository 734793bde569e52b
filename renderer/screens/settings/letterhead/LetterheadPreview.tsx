/** The whole sheet with an invented report, as it is printed; scaled, so that lines break as on paper. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Letterhead } from '#contract/exchange/letter.ts';
import { parsePrincipalId, parseVersionId } from '#contract/ids.ts';
import { paperDates } from '#paper/format-dates.ts';
import { layOutPaper } from '#paper/layout.ts';
import { letterFacts } from '#paper/letter/letter-facts.ts';
import { PRINT_LABELS } from '#paper/print-labels.ts';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { PrintedPage } from '#renderer/components/paper/PrintedPage.tsx';
import { localPaperLocale } from '#renderer/components/records/letter/local-paper-locale.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

interface LetterheadPreviewProps {
  readonly letterhead: Letterhead;
  readonly modality: string;
}

const DAY = '2026-05-12T09:40:00.000Z';

const INVENTED_ID = '01970000-0000-7000-8000-000000000000';

/** Invented names, because the preview must not show a real patient. */
const ORDER = {
  referrer: {
    name: 'Dr M. Stand',
    institution: 'Northgate Cancer Centre',
    street: '18 Mill Road',
    city: 'Northgate NG 20420',
  },
  copy_to: [{ name: 'Dr L. Whitcombe', street: '7 Weir Street', city: 'Northgate NG 20418' }],
};
const PATIENT = {
  name: 'Doe, Jane',
  birth_date: '1961-03-14T00:00:00.000Z',
  biological_sex: 'female',
  identifiers: [{ type: 'MRN', value: '00482-117' }],
};

export function LetterheadPreview({ letterhead, modality }: LetterheadPreviewProps) {
  const { t } = useTranslation();
  const [isPreprinted, setPreprinted] = useState(false);
  const vault_name = useSession((state) => state.vault?.name ?? '');
  const me = useSession((state) => state.session?.principal.display_name ?? '');
  const locale = localPaperLocale();
  const { language } = locale;
  const dates = paperDates(locale);
  const report = { status: 'final', signed_by: me, signed_at: DAY };
  const layout = layOutPaper(
    {
      vault_name,
      record: {
        title: t('letterhead.sampleTitle'),
        modality,
        exam_date: DAY,
        custom_attributes: {
          accession_number: 'A-20931',
          report,
          order: { ...ORDER, clinical_question: t('letterhead.sampleQuestion') },
        },
      },
      patient: PATIENT,
      version: {
        version_id: parseVersionId(INVENTED_ID),
        seq: 1,
        created_at: DAY,
        created_by: { principal_id: parsePrincipalId(INVENTED_ID), display_name: me },
        sha256: '0'.repeat(64),
      },
      seq: 1,
      is_draft: false,
      prepared_by: me,
      signatures: [],
      letter: letterFacts(
        isPreprinted ? { letterhead: 'none' } : {},
        [{ title: letterhead.name, letterhead }],
        { vault_name, patient_address: [], text: '' },
      ),
    },
    PRINT_LABELS[language],
    dates,
  );
  return (
    <aside className="panel letterhead-preview" aria-label={t('letterhead.preview')} data-pane>
      <div className="panel-h">
        <h2>{t('letterhead.preview')}</h2>
        <span className="dim">{t('letterhead.previewOf')}</span>
        <span className="gap" />
        <Checkbox checked={isPreprinted} onChange={setPreprinted}>
          {t('letterhead.preprinted')}
        </Checkbox>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a sheet that scrolls must be reachable by keyboard */}
      <section className="sheet-box" tabIndex={0} aria-label={t('letterhead.preview')}>
        <PrintedPage layout={layout} number={1} count={1} isTall={false}>
          <div className="ptext">
            <h2>{t('letterhead.sampleFindings')}</h2>
            <p>{t('letterhead.sampleFindingsText')}</p>
            <h2 className="imp">{t('letterhead.sampleImpression')}</h2>
            <p className="imp">{t('letterhead.sampleImpressionText')}</p>
          </div>
        </PrintedPage>
      </section>
    </aside>
  );
}
