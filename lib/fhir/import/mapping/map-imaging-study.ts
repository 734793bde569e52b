/** Maps a FHIR ImagingStudy of R4, R5 or STU3 to an exam without a report. Source: docs/guide/cli.md, "FHIR import". */
import type {
  CodeableConcept,
  Identifier,
  ImagingStudy,
  ImagingStudySeries,
} from '#fhir/import/fhir-resources.ts';
import type { MappedExam } from './mapped-exam.ts';
import { refuseModifiers } from './refuse-modifiers.ts';
import { unmappedExtensions, unmappedFields } from './unmapped-fields.ts';
import { accessionAttribute, keptIdentifiers, unmappedIdentifiers } from './values/accession.ts';
import { clip, codedText, codeOf, conceptText } from './values/coded-text.ts';
import { dateOf } from './values/fhir-date.ts';
import { OWN_URLS, ownAttributes, ownTags } from './vault-extensions.ts';

const HANDLED_FIELDS = [
  ...['extension', 'identifier', 'status', 'subject', 'patient', 'started', 'description'],
  ...['numberOfSeries', 'numberOfInstances', 'procedureCode', 'modality', 'series'],
  ...['accession', 'uid', 'modalityList'],
];
const ACCESSION = { coding: [{ code: 'ACSN' }] };
const WITHDRAWN = new Set(['entered-in-error', 'cancelled']);

/** Limited by the size of `custom_attributes`. */
const SERIES_MAX_COUNT = 200;

/** Maps an ImagingStudy to an exam. @throws Error when it has an unknown modifier. */
export function mapImagingStudy(study: ImagingStudy): MappedExam {
  refuseModifiers(study);
  const first = study.series?.[0];
  const identifiers = identifiersOf(study);
  const date = dateOf(study.started, first?.started);
  const { status } = study;
  const isWithdrawn = status !== undefined && WITHDRAWN.has(status);
  return {
    record: {
      title: clip(titleOf(study, first)),
      modality: codeOf(modalityOf(study, first)) ?? null,
      exam_date: date.whole,
      custom_attributes: ownAttributes(study.extension) ?? {
        // A withdrawn exam will not be read, so it must not appear in worklists.
        ...(isWithdrawn ? { report: { status } } : {}),
        ...accessionAttribute(identifiers),
        fhir: {
          study_status: status,
          ...keptIdentifiers(identifiers),
          ...(date.partial === undefined ? {} : { exam_date: date.partial }),
          series: (study.series ?? []).slice(0, SERIES_MAX_COUNT).map((series) => ({
            uid: series.uid,
            modality: codeOf(series.modality),
            body_site: bodySiteOf(series),
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
      ...unmappedIdentifiers('ImagingStudy', identifiers),
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
    notices: isWithdrawn ? [`Its source says of this study: ${status}.`] : [],
  };
}

/** STU3 has separate fields for accession number and UID. */
function identifiersOf({ identifier = [], accession, uid }: ImagingStudy): Identifier[] {
  return [
    ...(accession === undefined ? [] : [{ ...accession, type: ACCESSION }]),
    ...identifier,
    ...(uid === undefined ? [] : [{ system: 'urn:dicom:uid', value: uid }]),
  ];
}

function modalityOf(study: ImagingStudy, first: ImagingStudySeries | undefined) {
  return first?.modality ?? study.modality?.[0] ?? study.modalityList?.[0];
}

function bodySiteOf({ bodySite }: ImagingStudySeries): string | undefined {
  if (bodySite === undefined) return undefined;
  return codedText(isReferable(bodySite) ? bodySite.concept : bodySite);
}

function isReferable(
  site: NonNullable<ImagingStudySeries['bodySite']>,
): site is { readonly concept?: CodeableConcept } {
  return 'concept' in site || 'reference' in site;
}

function titleOf(study: ImagingStudy, series: ImagingStudySeries | undefined): string {
  const said = study.description ?? conceptText(study.procedureCode?.[0]) ?? series?.description;
  if (said !== undefined) return said;
  const parts = [codedText(modalityOf(study, series)), series && bodySiteOf(series)];
  return parts.filter(Boolean).join(', ') || 'Imaging study';
}
