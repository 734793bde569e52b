/**
 * Maps an exam record to FHIR R4. An exam with a report becomes a DiagnosticReport, plus an ImagingStudy linked to it
 * for an imaging modality; without a report only an ImagingStudy. `lib/fhir/import/mapping/` maps back.
 */
import type {
  Attachment,
  CodeableConcept,
  DiagnosticReport,
  FhirResource,
  Identifier,
  ImagingStudy,
  ImagingStudySeries,
  Observation,
  Reference,
} from 'fhir/r4.d.ts';
import type { ExamRecord, JsonObject } from '#contract/documents/records.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { isJsonObject } from '#records/json-object.ts';
import { isSignedText, reportFacts } from '#records/reports/report-status.ts';
import { reportLanguage } from '#records/reports/stated-report-language.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { htmlForReaders } from '#report/reader-html.ts';
import { base64Of } from './base64.ts';
import { toIdentifiers } from './identifiers.ts';
import { meta, present } from './map-patient.ts';
import { exportedSourceId, repeatedId, resourceId } from './resource-id.ts';
import { conclusionOf } from './results/conclusion.ts';
import { toObservations } from './results/observations.ts';
import { attributesText, LEXICAL_TYPE, ownExtensions, STORED_HTML_TYPE } from './vault-extensions.ts';

export interface ExamToMap {
  readonly document_id: string;
  readonly record: ExamRecord;
  readonly tags: readonly string[];
  /** Reference to the Patient resource; undefined without a patient. */
  readonly patient: Reference | undefined;
  /** Printed report as PDF, if requested. */
  readonly pdf?: Uint8Array | undefined;
}

const REPORT_STATUS = [
  ...(['registered', 'partial', 'preliminary', 'final', 'amended', 'corrected', 'appended'] as const),
  ...(['cancelled', 'entered-in-error', 'unknown'] as const),
];
const OBSERVATION_STATUS = [
  ...(['registered', 'preliminary', 'final', 'amended', 'corrected'] as const),
  ...(['cancelled', 'entered-in-error', 'unknown'] as const),
];
const STUDY_STATUS = ['registered', 'available', 'cancelled', 'entered-in-error', 'unknown'] as const;
/** FHIR requires a subject for every study; used for an exam without a patient. */
export const UNKNOWN_PATIENT = 'Unknown patient';
const LABORATORY = 'LAB';
const ACSN: CodeableConcept = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'ACSN' }],
};
const DICOM_CODES = 'http://dicom.nema.org/resources/ontology/DCM';

/** Maps an exam to FHIR resources, the exam's own resource first. */
export function toExamResources(exam: ExamToMap): FhirResource[] {
  const { record, document_id } = exam;
  const id = resourceId(record.custom_attributes, document_id);
  const isReported = hasReport(record);
  const hasPictures = record.modality !== null && record.modality !== LABORATORY;
  if (!isReported) return [toImagingStudy(exam, id, false)];
  const observations = toObservations({
    id,
    html: record.report_html ?? '',
    status: observedStatus(inR4(reportFacts(record.custom_attributes).status)),
    subject: exam.patient,
    effectiveDateTime: record.exam_date ?? undefined,
  });
  return [
    toDiagnosticReport(
      exam,
      id,
      observations.map(({ id: observation }) => ({ reference: `Observation/${observation}` })),
      hasPictures,
    ),
    ...(hasPictures ? [toImagingStudy(exam, id, true)] : []),
    ...observations,
  ];
}

function hasReport({ report_html, custom_attributes }: ExamRecord): boolean {
  return reportFacts(custom_attributes).status !== null || textOfHtml(report_html ?? '').trim() !== '';
}

function toDiagnosticReport(
  { record, tags, patient, pdf }: ExamToMap,
  id: string,
  result: readonly Reference[],
  hasPictures: boolean,
): DiagnosticReport {
  const { custom_attributes: attributes, exam_date, title, report_html } = record;
  const kept = keptFhir(attributes);
  const { status, signed_by, signed_at } = reportFacts(attributes);
  const isLaboratory = record.modality === LABORATORY;
  const issued = textOf(kept['issued']) ?? signed_at ?? undefined;
  const interpreters = textsOf(kept['interpreters']);
  const signers = interpreters.length > 0 || signed_by === null ? interpreters : [signed_by];
  const reader = {
    language: reportLanguage(attributes) ?? 'en',
    is_signed: isSignedText(attributes),
  };
  const forReaders = htmlForReaders(report_html ?? '', reader);
  const conclusion = conclusionOf(forReaders);
  return {
    resourceType: 'DiagnosticReport',
    id,
    ...meta(tags),
    extension: ownExtensions({
      attributes: attributesText(attributes),
      sourceId: exportedSourceId(attributes),
    }),
    ...present({ identifier: identifiersOf(attributes) }),
    status: REPORT_STATUS.find((known) => known === inR4(status)) ?? 'unknown',
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/v2-0074',
            code: isLaboratory ? 'LAB' : 'RAD',
          },
        ],
      },
      ...textsOf(kept['category'])
        .filter((text) => text !== 'LAB' && text !== 'RAD')
        .map((text) => ({ text })),
    ],
    code: { ...present({ coding: codingsOf(kept['codes']) }), text: title ?? 'Diagnostic report' },
    ...(patient === undefined ? {} : { subject: patient }),
    ...(exam_date === null ? {} : { effectiveDateTime: exam_date }),
    ...(issued === undefined ? {} : { issued }),
    ...present({ performer: named(textsOf(kept['performers'])), resultsInterpreter: named(signers) }),
    ...present({ result: [...result] }),
    ...(hasPictures ? { imagingStudy: [{ reference: `ImagingStudy/${repeatedId(id)}` }] } : {}),
    ...(conclusion === '' ? {} : { conclusion }),
    presentedForm: formsOf(record, forReaders, pdf),
  };
}

function formsOf(
  { report_html, report_lexical, title }: ExamRecord,
  forReaders: string,
  pdf: Uint8Array | undefined,
): Attachment[] {
  const page = `<!doctype html><html><head><meta charset="utf-8"></head><body>${forReaders}</body></html>`;
  return [
    { contentType: 'text/html; charset=utf-8', data: base64Of(page), title: title ?? 'Report' },
    ...(pdf === undefined
      ? []
      : [
          {
            contentType: 'application/pdf',
            data: base64Of(pdf),
            title: title ?? 'Report',
          },
        ]),
    ...(report_html === null || report_html === forReaders
      ? []
      : [{ contentType: STORED_HTML_TYPE, data: base64Of(report_html), title: 'Report as stored' }]),
    ...(report_lexical === null
      ? []
      : [{ contentType: LEXICAL_TYPE, data: base64Of(report_lexical), title: 'Editor state' }]),
  ];
}

/** R5's `modified` is `amended` in R4. */
function inR4(status: string | null): string | null {
  return status === 'modified' ? 'amended' : status;
}

/** Maps a report's status to the smaller set of an Observation. */
function observedStatus(status: string | null): Observation['status'] {
  if (status === 'partial') return 'preliminary';
  if (status === 'appended') return 'amended';
  return OBSERVATION_STATUS.find((known) => known === status) ?? 'unknown';
}

/** `isPart`: the exam itself is the DiagnosticReport of this id. */
function toImagingStudy({ record, tags, patient }: ExamToMap, id: string, isPart: boolean): ImagingStudy {
  const { custom_attributes: attributes, modality, title, exam_date } = record;
  const kept = keptFhir(attributes);
  return {
    resourceType: 'ImagingStudy',
    id: isPart ? repeatedId(id) : id,
    ...(isPart ? {} : meta(tags)),
    extension: isPart
      ? ownExtensions({ partOf: `DiagnosticReport/${id}` })
      : ownExtensions({
          attributes: attributesText(attributes),
          sourceId: exportedSourceId(attributes),
        }),
    ...present({
      identifier: isPart ? accessionOf(attributes) : identifiersOf(attributes),
      modality: modality === null ? [] : [{ system: DICOM_CODES, code: modality.trim() || 'OT' }],
    }),
    status: STUDY_STATUS.find((known) => known === kept['study_status']) ?? 'available',
    subject: patient ?? { display: UNKNOWN_PATIENT },
    ...(exam_date === null ? {} : { started: exam_date }),
    ...(title === null ? {} : { description: title }),
    ...present({ series: seriesOf(kept['series'], modality) }),
  };
}

function seriesOf(series: unknown, modality: string | null): ImagingStudySeries[] {
  if (!Array.isArray(series)) return [];
  return series.flatMap((entry) => {
    if (!isJsonObject(entry) || typeof entry['uid'] !== 'string') return [];
    const { uid, modality: own, body_site: site, instances } = entry;
    return [
      {
        uid,
        modality: { system: DICOM_CODES, code: textOf(own) ?? modality ?? 'OT' },
        ...(typeof instances === 'number' ? { numberOfInstances: instances } : {}),
        ...(typeof site === 'string' ? { bodySite: { display: site } } : {}),
      },
    ];
  });
}

function accessionOf(attributes: JsonObject | null): Identifier[] {
  const value = accessionNumber(attributes);
  return value === null ? [] : [{ type: ACSN, value }];
}

/** The accession number, then identifiers stored by the import; older imports stored only the study's values. */
function identifiersOf(attributes: JsonObject | null): Identifier[] {
  const kept = keptFhir(attributes);
  const accession = accessionNumber(attributes);
  const values = textsOf(kept['study_identifiers']).filter((value) => value !== accession);
  const identifiers = Array.isArray(kept['identifiers']) ? kept['identifiers'].filter(isJsonObject) : [];
  return [
    ...accessionOf(attributes),
    ...values.map((value) => ({ value })),
    ...toIdentifiers(
      identifiers.map(({ system, type, value }) => ({
        system: textOf(system) ?? null,
        type: textOf(type) ?? null,
        value: textOf(value) ?? '',
      })),
    ),
  ];
}

function codingsOf(codes: unknown) {
  if (!Array.isArray(codes)) return [];
  return codes.flatMap((entry) => {
    if (!isJsonObject(entry)) return [];
    const [system, code] = [textOf(entry['system']), textOf(entry['code'])];
    return code === undefined ? [] : [{ ...(system === undefined ? {} : { system }), code }];
  });
}

function keptFhir(attributes: JsonObject | null): Readonly<Record<string, unknown>> {
  const kept = attributes?.['fhir'];
  return isJsonObject(kept) ? kept : {};
}

function named(names: readonly string[]): Reference[] {
  return names.map((display) => ({ display }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((entry) => textOf(entry) ?? []) : [];
}
