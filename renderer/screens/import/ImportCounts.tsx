/**
 * Table of an import's outcomes, before it runs as a preview and afterwards as the result. Counts what has no field
 * here as well.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '#renderer/messages/numbers.ts';
import type { ImportedFiles } from './run-import.ts';

interface ImportCountsProps {
  readonly result: ImportedFiles;
  readonly isDone: boolean;
  /** What needs a person; above the table, because below its many lines nobody saw it. */
  readonly children: ReactNode;
}

const OUTCOMES = [
  'mapped',
  'created',
  'updated',
  'unchanged',
  'older',
  'conflict',
  'in_trash',
  'failed',
] as const;
/** DICOM outcomes of studies; existing studies are never changed. */
const OF_STUDIES = ['mapped', 'created', 'updated', 'unchanged', 'in_trash', 'failed'] as const;
/** Outcomes of received files worth showing. */
const OF_FILES = ['differing', 'in_trash'] as const;

/** Lists the counts per kind, found or imported. */
export function ImportCounts({ result: { fhir, dicom }, isDone, children }: ImportCountsProps) {
  const { t } = useTranslation();
  const rows = [
    ...Object.entries(fhir.imported).flatMap(([type, outcomes]) =>
      OUTCOMES.map((outcome) => ({ what: type, outcome, number: outcomes[outcome] ?? 0 })),
    ),
    ...OF_STUDIES.map((outcome) => ({ what: t('imports.studies'), outcome, number: dicom.exams[outcome] })),
    ...OF_FILES.map((outcome) => ({ what: t('imports.dicomFile'), outcome, number: dicom.files[outcome] })),
  ].filter(({ number }) => number > 0);
  const absorbed = Object.values(fhir.absorbed).reduce((sum, number) => sum + number, 0);
  const left = [
    ...Object.entries(fhir.not_imported).map((entry) => [...entry, t('imports.noPlace')] as const),
    ...Object.entries(fhir.unmapped_fields).map((entry) => [...entry, t('imports.noField')] as const),
    ...Object.entries(fhir.unresolved_references).map((entry) => [...entry, t('imports.noTarget')] as const),
  ];
  return (
    <div role="status">
      <p className="mid">
        {t(isDone ? 'imports.doneLead' : 'imports.countedLead', {
          number: count(fhir.files.read + dicom.files.read),
        })}
      </p>
      {fhir.to_match === 0 ? null : <p>{t('imports.toMatch', { count: fhir.to_match })}</p>}
      {dicom.unmatched === 0 ? null : <p>{t('imports.unmatched', { count: dicom.unmatched })}</p>}
      {children}
      <table className="import-counts">
        <thead>
          <tr>
            <th>{t('imports.what')}</th>
            <th>{t('imports.outcome')}</th>
            <th className="num">{t('imports.number')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, outcome, number }) => (
            <tr key={`${what} ${outcome}`}>
              <td>{what}</td>
              <td>{t(`imports.outcomes.${outcome}`)}</td>
              <td className="num">{count(number)}</td>
            </tr>
          ))}
          {absorbed === 0 ? null : (
            <tr>
              <td>{t('imports.values')}</td>
              <td>{t('imports.absorbed')}</td>
              <td className="num">{count(absorbed)}</td>
            </tr>
          )}
          {left.map(([type, number, why]) => (
            <tr key={`${type} ${why}`}>
              <td>{type}</td>
              <td>{why}</td>
              <td className="num">{count(number)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
