/**
 * Exports records as FHIR, report files and hand-overs, opened with the reader's rights. Stateless and grants no right:
 * a person who may read an exam may export it.
 */
import type { FhirResource, Reference } from 'fhir/r4.d.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { FhirBundle, PseudonymSecret } from '#contract/exchange/routes.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import { parseKeepingDecimals } from '#contract/json-decimal-text.ts';
import type { Page } from '#contract/paged-list.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { signatureFileText } from '#crypto/proof/signature-file.ts';
import { toBundle } from '#fhir/export/bundle.ts';
import type { ExamToMap } from '#fhir/export/map-exam.ts';
import { toDocumentReference } from '#fhir/export/map-files.ts';
import { toPatient } from '#fhir/export/map-patient.ts';
import { toProvenance } from '#fhir/export/provenance.ts';
import { keptSourceNode, resourceId } from '#fhir/export/resource-id.ts';
import { withSampleLabel } from '#fhir/export/with-sample-label.ts';
import { reportFacts } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { createHandoverService, type HandoverPorts } from './handover/handover-service.ts';
import { createReportFiles, type ReportFilePorts, type ReportFiles, readerOf } from './report-files.ts';

/** Access to other services that exporting needs. */
export interface ExchangePorts
  extends ReportFilePorts,
    Pick<HandoverPorts, 'clock' | 'content' | 'nameOf' | 'page'> {
  /** An exam as FHIR resources, its own first; one with a large report in the report worker. */
  readonly writeFhir: (actor: Actor, exam: ExamToMap) => Promise<FhirResource[]>;
  readonly files: (
    actor: Actor,
    group: SecurityGroupId,
    query: { exam_id: DocumentId; limit: number; cursor?: string },
  ) => Page<DriveNode> | Promise<Page<DriveNode>>;
  /** Finds a file of the drives. @throws not_found where there is none. */
  readonly file: (actor: Actor, group: SecurityGroupId, node: NodeId) => DriveNode;
  /** 32 bytes. @throws errors of reading the document */
  readonly pseudonymKey: (
    actor: Actor,
    resource: 'exams' | 'patients',
    id: DocumentId,
  ) => Uint8Array | Promise<Uint8Array>;
}

export interface ExchangeService {
  /**
   * Exports an exam as a FHIR bundle.
   * @param withPdf includes the printed report, except one too complex to typeset.
   * @throws errors of reading the exam or its patient; rate_limited
   */
  readonly fhirExam: (actor: Actor, examId: DocumentId, withPdf: boolean) => Promise<FhirBundle>;
  readonly fhirPatient: (actor: Actor, patientId: DocumentId) => Promise<FhirBundle>;
  /**
   * The patient's pseudonym secret, or the exam's without a patient: all copies of one patient get the same pseudonym.
   */
  readonly pseudonymSecret: (actor: Actor, examId: DocumentId) => Promise<PseudonymSecret>;
  readonly reportFile: ReportFiles['reportFile'];
  readonly hl7Message: ReportFiles['hl7Message'];
  readonly requireSendable: ReportFiles['requireSendable'];
  readonly handOver: ReturnType<typeof createHandoverService>;
}

const FILES_PAGE = 200;

export function createExchangeService(ports: ExchangePorts): ExchangeService {
  const reports = createReportFiles(ports);

  async function filesOf(actor: Actor, group: SecurityGroupId, exam_id: DocumentId): Promise<DriveNode[]> {
    const files: DriveNode[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<DriveNode> = await ports.files(actor, group, {
        exam_id,
        limit: FILES_PAGE,
        ...(cursor === null ? {} : { cursor }),
      });
      files.push(...page.items.filter(({ kind, status }) => kind === 'file' && status === 'ready'));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return files;
  }

  async function fhirExam(actor: Actor, examId: DocumentId, withPdf: boolean): Promise<FhirBundle> {
    const view = await ports.exam(actor, examId);
    const { index, record } = view;
    const patientId = index.meta.patient_id ?? null;
    const patient =
      patientId === null ? undefined : patientResources(actor, await ports.patient(actor, patientId));
    const reference = patient?.reference;
    const resources = await ports.writeFhir(actor, {
      document_id: examId,
      record,
      tags: view.summary.tags,
      patient: reference,
      pdf: withPdf && (await isReported(actor, record)) ? await printed(actor, view) : undefined,
    });
    const own = {
      reference: `${resources[0]?.resourceType}/${resourceId(record.custom_attributes, examId)}`,
    };
    const [{ items: signatures }, files] = await Promise.all([
      ports.signatures(actor, examId),
      filesOf(actor, index.security_group_id, examId),
    ]);
    const all = [
      ...(patient?.resources ?? []),
      ...resources,
      ...files.map((node) => toDocumentReference(node, reference, own)),
      ...signatures.map((signature) => {
        // A signature over an earlier text vouches for that version, not for the report beside it.
        const target = isOfVersion(signature, view.version_id)
          ? own
          : { reference: `${own.reference}/_history/${signature.version_id}` };
        return toProvenance(signature, target, signatureFileText(signature.file));
      }),
    ];
    return asBundle(withSampleLabel(all, record.custom_attributes));
  }

  /** The patient, and the resource it was imported from, if kept. */
  function patientResources(actor: Actor, { index, record, summary }: DocumentView<'patients'>) {
    const { document_id, security_group_id } = index;
    const patient = toPatient(document_id, record satisfies RecordOf['patients'], summary.tags);
    const reference: Reference = { reference: `Patient/${patient.id}` };
    const nodeId = keptSourceNode(record.custom_attributes);
    const source = nodeId === undefined ? undefined : readyFile(actor, security_group_id, nodeId);
    return { reference, resources: [patient, ...(source ? [toDocumentReference(source, reference)] : [])] };
  }

  /** A node named by a record may be purged or in the trash. */
  function readyFile(actor: Actor, group: SecurityGroupId, nodeId: NodeId): DriveNode | undefined {
    try {
      const node = ports.file(actor, group, nodeId);
      return node.status === 'ready' && !node.is_deleted ? node : undefined;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async function isReported(actor: Actor, record: RecordOf['exams']): Promise<boolean> {
    if (reportFacts(record.custom_attributes).status !== null) return true;
    const { stored_text } = await ports.readerForms(actor, record.report_html ?? '', readerOf(record));
    return stored_text.trim() !== '';
  }

  async function printed(actor: Actor, view: DocumentView<'exams'>): Promise<Uint8Array | undefined> {
    try {
      return await reports.pdfOf(actor, view);
    } catch (error) {
      if (error instanceof VaultError && error.code === 'invalid_request') return undefined;
      throw error;
    }
  }

  async function pseudonymSecret(actor: Actor, examId: DocumentId): Promise<PseudonymSecret> {
    const { index } = await ports.exam(actor, examId);
    const patientId = index.meta.patient_id ?? null;
    const key = await (patientId === null
      ? ports.pseudonymKey(actor, 'exams', examId)
      : ports.pseudonymKey(actor, 'patients', patientId));
    return { secret: encodeHex(key) };
  }

  return {
    pseudonymSecret,
    reportFile: reports.reportFile,
    hl7Message: reports.hl7Message,
    requireSendable: reports.requireSendable,
    handOver: createHandoverService({
      ...ports,
      files: filesOf,
      fhirExam: (actor, id) => fhirExam(actor, id, true),
    }),
    fhirExam,
    fhirPatient: async (actor, patientId) => {
      const patient = await ports.patient(actor, patientId);
      const { resources } = patientResources(actor, patient);
      return asBundle(withSampleLabel(resources, patient.record.custom_attributes));
    },
  };
}

/** Narrows FHIR's types: every resource here has type and id. */
function asBundle(resources: Parameters<typeof toBundle>[0]): FhirBundle {
  return parseKeepingDecimals(JSON.stringify(toBundle(resources)));
}
