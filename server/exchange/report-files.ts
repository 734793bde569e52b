/** Exports a report as a file: as text by `lib/report/file/`, as PDF by the report worker, as HL7 message with both. */

import type { RecordOf } from '#contract/documents/records.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentVersion, DocumentView } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { BoundPatient, NamedLetterhead } from '#contract/exchange/letter.ts';
import type { PaperLanguage, PaperLocale } from '#contract/exchange/paper-locale.ts';
import type { ReportFileFormat, ReportFileQuery } from '#contract/exchange/routes.ts';
import type { DocumentId, SecurityGroupId, VersionId, WorkspaceId } from '#contract/ids.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { utf8 } from '#crypto/bytes.ts';
import { sha256 } from '#crypto/sha256.ts';
import { oruMessage } from '#hl7/oru-message.ts';
import { patientIdentifiers } from '#hl7/patient-identifiers.ts';
import { firstSignatureOf, type LetterWish, letterFacts } from '#paper/letter/letter-facts.ts';
import type { PaperPatient } from '#paper/patient-line.ts';
import type { PaperContent } from '#paper/pdf/write-pdf.ts';
import { addressLines } from '#records/letter/order-parties.ts';
import { paperLocale, readPaperLocale } from '#records/letter/paper-locale.ts';
import { criticalBeside } from '#records/reports/critical-line.ts';
import { isSignedText } from '#records/reports/report-status.ts';
import { reportLanguage } from '#records/reports/stated-report-language.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import type { ReportFileContent, ReportFormat } from '#report/file/report-file.ts';
import type { Reader, ReaderForms } from '#report/reader-html.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { type KeyPicturePorts, renderKeyImages, wipeKeyImages } from './render-key-images.ts';

/** Access to other services that report files need. */
export interface ReportFilePorts extends KeyPicturePorts {
  readonly vault: () => { readonly workspace_id: WorkspaceId; readonly name: string };
  readonly exam: (
    actor: Actor,
    id: DocumentId,
    query?: { readonly version_id?: VersionId },
  ) => Promise<DocumentView<'exams'>>;
  readonly patient: (actor: Actor, id: DocumentId) => Promise<DocumentView<'patients'>>;
  readonly versions: (actor: Actor, id: DocumentId, query: PageQuery) => Promise<Page<DocumentVersion>>;
  readonly signatures: (actor: Actor, id: DocumentId) => Promise<{ items: ExamSignature[] }>;
  /** Language and time zone of the person; undefined for one who has not said them. */
  readonly ownLocale: (actor: Actor) => PaperLocale | undefined;
  /** Letterheads in use in the group, the first made first. */
  readonly letterheads: (actor: Actor, group: SecurityGroupId) => Promise<readonly NamedLetterhead[]>;
  /** Writes a text file; a large report in the report worker. */
  readonly writeText: (actor: Actor, format: ReportFormat, content: ReportFileContent) => Promise<string>;
  readonly writePdf: (actor: Actor, content: PaperContent) => Promise<Uint8Array>;
  /** A report for readers, and its plain text; of a large one in the report worker. */
  readonly readerForms: (actor: Actor, html: string, reader: Reader) => Promise<ReaderForms>;
}

export interface ReportFile {
  readonly bytes: Uint8Array;
  readonly media_type: string;
  readonly version_id: VersionId;
}

const MEDIA_TYPES: Readonly<Record<ReportFileFormat, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
};

const VERSIONS_PAGE = 200;

export type ReportFiles = ReturnType<typeof createReportFiles>;

export function createReportFiles(ports: ReportFilePorts) {
  async function versionOf(actor: Actor, id: DocumentId, versionId: VersionId): Promise<DocumentVersion> {
    let cursor: string | null = null;
    do {
      const page: Page<DocumentVersion> = await ports.versions(actor, id, {
        limit: VERSIONS_PAGE,
        ...(cursor === null ? {} : { cursor }),
      });
      const found = page.items.find(({ version_id }) => version_id === versionId);
      if (found) return found;
      cursor = page.next_cursor;
    } while (cursor !== null);
    throw new VaultError('not_found', 'This version does not exist. List the versions of the exam.');
  }

  async function patientOf(actor: Actor, { index }: DocumentView<'exams'>) {
    const id = index.meta.patient_id ?? null;
    return id === null ? null : (await ports.patient(actor, id)).record;
  }

  /**
   * @param view a committed version
   * @param given language and zone; else the version's signer's, or of the person who asks where nobody signed it
   * @throws invalid_request when it is too complex; not_found for an unknown letterhead; rate_limited
   */
  async function pdfOf(
    actor: Actor,
    view: DocumentView<'exams'>,
    { language: wanted, ...wish }: LetterWish & { readonly language?: PaperLanguage | undefined } = {},
    given?: PaperLocale,
  ): Promise<Uint8Array> {
    const { index, record } = view;
    const version_id = committed(view);
    const [version, present, { items: signatures }] = await Promise.all([
      versionOf(actor, index.document_id, version_id),
      patientOf(actor, view),
      ports.signatures(actor, index.document_id),
    ]);
    const { workspace_id, name } = ports.vault();
    const signature = firstSignatureOf(signatures, version_id);
    const bound = signature?.letter ?? undefined;
    const locale = given ?? localeFor(ports.ownLocale(actor), view, signatures, wanted);
    const { language } = locale;
    const letterheads =
      signature === undefined
        ? await ports.letterheads(actor, index.security_group_id)
        : (bound?.letterheads ?? []);
    // An exam that was moved to another patient is printed as theirs, and says that it was signed for another.
    const isOfPatient = bound !== undefined && bound.patient?.document_id === index.meta.patient_id;
    const patient = isOfPatient ? bound.patient : present && toPaperPatient(present);
    const { html, stored_text: text } = await ports.readerForms(actor, record.report_html ?? '', {
      language,
      is_signed: isSignedText(record.custom_attributes),
    });
    const letter = letterFacts(wish, letterheads, {
      vault_name: name,
      patient_address: patient?.address ?? [],
      text,
    });
    const pictures = await renderKeyImages(ports, actor, view, language);
    const written = ports.writePdf(actor, {
      facts: {
        vault_name: name,
        record: {
          title: record.title,
          modality: record.modality,
          exam_date: record.exam_date,
          custom_attributes: record.custom_attributes,
        },
        patient: patient ?? undefined,
        version,
        seq: version.seq,
        is_draft: false,
        prepared_by: bound?.prepared_by ?? version.created_by.display_name,
        signatures,
        critical: criticalBeside(record.custom_attributes, index.meta.patient_id ?? null, text),
        letter,
      },
      html,
      locale,
      pictures,
      workspace_hash: sha256(utf8(workspace_id)),
    });
    return written.finally(() => wipeKeyImages(pictures));
  }

  /** Writes a report as a file. @throws errors of reading the exam; like `pdfOf` */
  async function reportFile(
    actor: Actor,
    examId: DocumentId,
    { format = 'html', version_id, ...wish }: ReportFileQuery,
  ): Promise<ReportFile> {
    const view = await ports.exam(actor, examId, version_id === undefined ? {} : { version_id });
    const bytes =
      format === 'pdf'
        ? await pdfOf(actor, view, wish)
        : utf8(
            await ports.writeText(actor, format, {
              record: view.record,
              patient: await patientOf(actor, view),
            }),
          );
    return { bytes, media_type: MEDIA_TYPES[format], version_id: committed(view) };
  }

  /** ORU^R01 with the PDF. @throws like `pdfOf` */
  async function hl7Message(
    actor: Actor,
    examId: DocumentId,
    wanted?: VersionId,
  ): Promise<{ text: string; version_id: VersionId }> {
    const view = await ports.exam(actor, examId, wanted === undefined ? {} : { version_id: wanted });
    const version_id = committed(view);
    await requireSendable(actor, view);
    const { record } = view;
    const { items: signatures } = await ports.signatures(actor, examId);
    // Of nobody who happens to be unlocked: a message that is sent again is the same one.
    const locale = localeFor(undefined, view, signatures);
    const { language } = locale;
    const reader = { language, is_signed: isSignedText(record.custom_attributes) };
    const [version, patient, pdf, { text: report_text }] = await Promise.all([
      versionOf(actor, examId, version_id),
      patientOf(actor, view),
      pdfOf(actor, view, {}, locale),
      ports.readerForms(actor, record.report_html ?? '', reader),
    ]);
    const text = oruMessage({
      ...{ document_id: examId, version_id, record, report_text, patient, pdf, language },
      vault_name: ports.vault().name,
      sealed_at: version.created_at,
    });
    return { text, version_id };
  }

  /** Checks that an exam can be sent. @throws NoPatientNumberError, before anything is queued or written */
  async function requireSendable(actor: Actor, view: DocumentView<'exams'>): Promise<void> {
    if (isSample(view.record.custom_attributes))
      throw new VaultError('invalid_request', 'A sample is not sent: its patient is invented.');
    const { document_id } = view.index;
    patientIdentifiers(await patientOf(actor, view), { document_id, vault_name: ports.vault().name });
  }

  return { reportFile, pdfOf, hl7Message, requireSendable };
}

/** For texts in the report's own language. */
export function readerOf({ custom_attributes }: RecordOf['exams']): Reader {
  return {
    language: reportLanguage(custom_attributes) ?? 'en',
    is_signed: isSignedText(custom_attributes),
  };
}

/**
 * Language and time zone of what leaves of this version. A signed letter is the same for everybody: where its signature
 * keeps none, as of a program, it is English and UTC unless the report states a language.
 */
export function localeFor(
  own: PaperLocale | undefined,
  { version_id, record }: DocumentView<'exams'>,
  signatures: readonly ExamSignature[],
  asked?: PaperLanguage,
): PaperLocale {
  const signature = version_id === null ? undefined : firstSignatureOf(signatures, version_id);
  const stated = reportLanguage(record.custom_attributes);
  // A zone that this computer does not know would fail at every print.
  const bound = readPaperLocale(signature?.letter?.locale);
  return paperLocale({ asked, stated, bound, own: signature === undefined ? own : undefined });
}

function toPaperPatient(record: RecordOf['patients']): PaperPatient & Pick<BoundPatient, 'address'> {
  const { display_name: name, birth_date, biological_sex, identifiers, address } = record;
  return { name, birth_date, biological_sex, identifiers, address: addressLines(address) };
}

function committed({ version_id }: DocumentView<'exams'>): VersionId {
  if (version_id === null) throw new VaultError('not_found', 'This exam has no version yet. Seal one first.');
  return version_id;
}
