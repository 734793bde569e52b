/** FHIR ImagingStudy → exam without a report. Source: data README, "Mapping FHIR → vault". */

import type { ImagingStudy, ImagingStudySeries } from '#imports/fhir/fhir-resources.ts';
import { accessionAttribute, keptIdentifiers, unmappedIdentifiers } from './accession.ts';
import { clip, codingText, conceptText } from './coded-text.ts';
import { wholeDate } from './fhir-date.ts';
import type { MappedExam } from './mapped-exam.ts';
import { OWN_URLS, ownAttributes, ownTags } from './own-fields.ts';
import { unmappedExtensions, unmappedFields } from './unmapped-fields.ts';

const HANDLED_FIELDS = [
  'extension',
  'identifier',
  'status',
  'subject',
  'patient',
  'started',
  'description',
  'numberOfSeries',
  'numberOfInstances',
  'procedureCode',
  'modality',
  'series',
];

/** What `custom_attributes` has room for. */
const SERIES_MAX_COUNT = 200;

export function mapImagingStudy(study: ImagingStudy): MappedExam {
  const first = study.series?.[0];
  return {
    record: {
      title: clip(titleOf(study, first)),
      modality: first?.modality?.code ?? study.modality?.[0]?.code ?? null,
      exam_date: wholeDate(study.started) ?? wholeDate(first?.started) ?? null,
      custom_attributes: ownAttributes(study.extension) ?? {
        ...accessionAttribute(study.identifier),
        fhir: {
          study_status: study.status,
          ...keptIdentifiers(study.identifier),
          series: (study.series ?? []).slice(0, SERIES_MAX_COUNT).map((series) => ({
            uid: series.uid,
            modality: series.modality?.code,
            body_site: codingText(series.bodySite),
            instances: series.numberOfInstances ?? series.instance?.length,
          })),
        },
      },
    },
    reportHtml: null,
    files: [],
    tags: ownTags(study),
    subject: study.subject ?? study.patient,
    unmapped: [
      ...unmappedFields(study, HANDLED_FIELDS),
      ...unmappedExtensions('ImagingStudy', study.extension, OWN_URLS),
      ...unmappedIdentifiers('ImagingStudy', study.identifier),
      ...(study.series ?? []).slice(SERIES_MAX_COUNT).map(() => 'ImagingStudy.series'),
      ...(study.description === undefined ? [] : (study.procedureCode ?? [])).map(
        () => 'ImagingStudy.procedureCode',
      ),
      ...(study.series ?? []).flatMap(({ instance }) =>
        (instance ?? []).map(() => 'ImagingStudy.series.instance'),
      ),
    ],
    absorbed: [],
    unresolved: [],
  };
}

function titleOf(study: ImagingStudy, series: ImagingStudySeries | undefined): string {
  const said = study.description ?? conceptText(study.procedureCode?.[0]) ?? series?.description;
  if (said !== undefined) return said;
  const parts = [codingText(series?.modality ?? study.modality?.[0]), codingText(series?.bodySite)];
  return parts.filter(Boolean).join(', ') || 'Imaging study';
}
