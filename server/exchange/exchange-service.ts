/**
 * Records as others need them: opened as their reader may open them, mapped in `exchange/`. Holds nothing and decides
 * no right: whoever may read the exam may take it along.
 */
import type { Reference } from 'fhir/r4.d.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import type { FhirBundle } from '#contract/exchange/routes.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { Page } from '#contract/page.ts';
import { signatureFileText } from '#crypto/proof/signature-file.ts';
import { toBundle } from '#exchange/fhir/bundle.ts';
import { toExamResources } from '#exchange/fhir/exam.ts';
import { toDocumentReference } from '#exchange/fhir/files.ts';
import { toPatient } from '#exchange/fhir/patient.ts';
import { toProvenance } from '#exchange/fhir/provenance.ts';
import { resourceId } from '#exchange/fhir/resource-id.ts';
import type { Actor } from '#server/access/actor.ts';

/** What the exchange reads of the other services. */
export interface ExchangePorts {
  readonly exam: (actor: Actor, id: DocumentId) => Promise<DocumentView<'exams'>>;
  readonly patient: (actor: Actor, id: DocumentId) => Promise<DocumentView<'patients'>>;
  readonly signatures: (actor: Actor, id: DocumentId) => Promise<{ items: ExamSignature[] }>;
  readonly files: (
    actor: Actor,
    group: SecurityGroupId,
    query: { exam_id: DocumentId; limit: number; cursor?: string },
  ) => Page<DriveNode> | Promise<Page<DriveNode>>;
}

export interface ExchangeService {
  /** @throws what reading the exam, or its patient, throws. */
  readonly fhirExam: (actor: Actor, examId: DocumentId) => Promise<FhirBundle>;
  readonly fhirPatient: (actor: Actor, patientId: DocumentId) => Promise<FhirBundle>;
}

const FILES_PAGE = 200;

export function createExchangeService(ports: ExchangePorts): ExchangeService {
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

  async function fhirExam(actor: Actor, examId: DocumentId): Promise<FhirBundle> {
    const view = await ports.exam(actor, examId);
    const { index, record } = view;
    const patientId = index.meta.patient_id ?? null;
    const patient = patientId === null ? undefined : await ports.patient(actor, patientId);
    const patientResource = patient && patientOf(patient);
    const reference: Reference | undefined = patientResource && {
      reference: `Patient/${patientResource.id}`,
    };
    const resources = toExamResources({
      document_id: examId,
      record,
      tags: view.summary.tags,
      patient: reference,
    });
    const own = {
      reference: `${resources[0]?.resourceType}/${resourceId(record.custom_attributes, examId)}`,
    };
    const [{ items: signatures }, files] = await Promise.all([
      ports.signatures(actor, examId),
      filesOf(actor, index.security_group_id, examId),
    ]);
    return asBundle([
      ...(patientResource ? [patientResource] : []),
      ...resources,
      ...files.map((node) => toDocumentReference(node, reference, own)),
      ...signatures.map((signature) => toProvenance(signature, own, signatureFileText(signature.file))),
    ]);
  }

  return {
    fhirExam,
    fhirPatient: async (actor, patientId) => asBundle([patientOf(await ports.patient(actor, patientId))]),
  };
}

function patientOf({ index, record, summary }: DocumentView<'patients'>) {
  return toPatient(index.document_id, record satisfies RecordOf['patients'], summary.tags);
}

/** FHIR's own types allow what a bundle of ours never lacks: type and id of each resource. */
function asBundle(resources: Parameters<typeof toBundle>[0]): FhirBundle {
  return JSON.parse(JSON.stringify(toBundle(resources)));
}
