/**
 * Extracts the signed part of a hand-over: the bytes of the report file. All other parts of the bundle come from the
 * sealer, who may be anyone with the passphrase.
 */
import { type CheckedReport, checkReport } from '#crypto/proof/check-signature.ts';
import type { Contents } from './handover-contents.ts';
import { bytesOf, htmlOf } from './page-elements.ts';

export interface CheckedSignature extends CheckedReport {
  /** Signer and time as stated in the signature file. */
  readonly by: string;
  readonly at: string;
  /** Content of the signature file, base64. */
  readonly file: string;
  /** True for a valid signature of another text. */
  readonly isOfAnother: boolean;
  /** True for a valid signature of an earlier version of the report shown as signed. */
  readonly isEarlier: boolean;
}

export interface SignedReport {
  readonly title: string;
  readonly patient: string | undefined;
  /** Birth date and identifiers of the patient, as lines. */
  readonly patient_lines: readonly string[];
  /** Modality, date and accession number of the exam, as lines. */
  readonly exam_lines: readonly string[];
  /** Code of the report's status. */
  readonly status: string | undefined;
  readonly version: number;
  readonly body: HTMLElement;
  /** Content of the report file, base64. */
  readonly data: string;
}

export function checkSignatures({ signatures, signed_report, facts }: Contents): CheckedSignature[] {
  const report = signed_report === undefined ? new Uint8Array() : bytesOf(signed_report);
  const checked = signatures.map(({ by, at, file }) => {
    const result = checkReport(report, new TextDecoder().decode(bytesOf(file)));
    const { statement, faults } = result;
    // Read as a page, another of the signed forms would be something else than was signed.
    const holds = result.holds && result.form === 'html';
    const isOfAnother =
      faults.every((fault) => fault === 'text_changed') &&
      statement !== null &&
      statement.seq !== facts.get('version');
    const said = statement === null ? { by, at } : { by: statement.signer_name, at: statement.signed_at };
    return { ...result, ...said, holds, file, isOfAnother };
  });
  const shown = checked.find(({ holds }) => holds)?.statement;
  return checked.map((signature) => {
    const { statement, isOfAnother } = signature;
    // Compares numbers as signed, because the bundle's own version number may have been changed.
    const isSame = statement?.document_id === shown?.document_id && (statement?.seq ?? 0) < (shown?.seq ?? 0);
    return { ...signature, isEarlier: isOfAnother && isSame };
  });
}

/** Returns the signed part of the report; undefined unless a valid signature covers exactly these bytes. */
export function readSigned(
  { signed_report: data }: Contents,
  checked: readonly CheckedSignature[],
): SignedReport | undefined {
  const version = checked.find(({ holds }) => holds)?.statement?.seq;
  if (data === undefined || version === undefined) return undefined;
  const page = htmlOf(data);
  const body = page.querySelector('main');
  if (body === null) return undefined;
  const facts = new Map(
    [...page.querySelectorAll('header dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent ?? '',
    ]),
  );
  const lines = (...names: string[]) => names.flatMap((name) => facts.get(name) || []);
  return {
    title: page.querySelector('header h1')?.textContent ?? '',
    patient: facts.get('Patient'),
    patient_lines: lines('Born', 'Identifiers'),
    exam_lines: lines('Modality', 'Date', 'Accession'),
    status: facts.get('Status'),
    version,
    body,
    data,
  };
}

/** Title of an exam without one; differs per form, so it is not compared. */
const UNTITLED = 'Report';

export type SignedPart = 'text' | 'patient' | 'title';

/** Parts of the bundle that differ from the signed bytes: changed in the vault after signing, or in this file. */
export function differingParts({ report, patient, title }: Contents, signed: SignedReport): SignedPart[] {
  const text = report === undefined ? '' : htmlOf(report).body.innerHTML;
  const differs: Readonly<Record<SignedPart, boolean>> = {
    text: text !== signed.body.innerHTML,
    patient: (patient?.name ?? '') !== (signed.patient ?? ''),
    title: signed.title !== UNTITLED && title !== signed.title,
  };
  return (['text', 'patient', 'title'] as const).filter((part) => differs[part]);
}
