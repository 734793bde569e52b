/** Imports real-world FHIR files into a separate vault and returns its content. */
import { join } from 'node:path';
import { fileSources, sha256Hex } from '#cli/import/file-sources.ts';
import type { ExamRecord, PatientRecord } from '#contract/documents/records.ts';
import type { ImportReport } from '#imports/fhir/import-report.ts';
import { runFhirImport } from '#imports/fhir/run-fhir-import.ts';
import type { ImportSource } from '#imports/import-source.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const CASES = join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'records', 'fhir');
const NOW = Date.parse('2026-03-01T12:00:00Z');

export interface HeldExam {
  readonly document_id: string;
  readonly record: ExamRecord;
  readonly patient: string | null;
}

export interface Imported {
  readonly report: ImportReport;
  readonly exams: readonly HeldExam[];
  readonly patients: readonly (PatientRecord & { readonly is_archived: boolean })[];
}

export interface ImportChoices {
  readonly looksOnly?: boolean;
  readonly sourceName?: string;
}

export interface CaseVault {
  readonly vault: LiveVault;
  /** Imports the named case files, or given ones. @returns the vault's content. */
  readonly bring: (files: readonly (string | ImportSource)[], choices?: ImportChoices) => Promise<Imported>;
  /** Deletes everything for the next case. */
  readonly clear: () => Promise<void>;
}

export function jsonSource(name: string, content: unknown): ImportSource {
  return bytesSource(name, Buffer.from(JSON.stringify(content)));
}

function bytesSource(name: string, bytes: Uint8Array): ImportSource {
  return {
    name,
    bytes: async () => bytes,
    pieces: async function* () {
      yield bytes;
    },
    upload: bytes,
  };
}

export async function startCaseVault(): Promise<CaseVault> {
  const vault = await startLiveVault();
  const { admin: client, group } = vault;

  async function heldExams(): Promise<HeldExam[]> {
    const items = await client.exams.list({ state: 'all', limit: 200 }).toArray({ limit: 200 });
    return Promise.all(
      items.map(async ({ index: { document_id }, summary }) => ({
        document_id,
        record: (await client.exams.get(document_id)).record,
        patient: summary?.patient_name ?? null,
      })),
    );
  }
  async function heldPatients() {
    const items = await client.patients.list({ state: 'all', limit: 200 }).toArray({ limit: 200 });
    return Promise.all(
      items.map(async ({ index: { document_id, is_archived } }) => ({
        ...(await client.patients.get(document_id)).record,
        is_archived,
      })),
    );
  }

  return {
    vault,
    async bring(files, choices = {}) {
      const { report } = await runFhirImport({
        files: files.flatMap((file) =>
          typeof file === 'string' ? fileSources([join(CASES, file)]) : [file],
        ),
        skipped: [],
        target: { client, security_group_id: group, signal: new AbortController().signal },
        sha256Hex,
        onProgress: () => {},
        now: () => NOW,
        ...choices,
      });
      return { report, exams: await heldExams(), patients: await heldPatients() };
    },
    async clear() {
      for (const resource of [client.exams, client.patients]) {
        const items = await resource.list({ state: 'all', limit: 200 }).toArray({ limit: 200 });
        for (const { index } of items) {
          if (!index.is_deleted) await resource.delete(index.document_id);
          await resource.purge(index.document_id);
        }
      }
    },
  };
}

/** Returns the cells of a report's tables, row by row. */
export function rowsOf(exam: HeldExam | undefined): string[][] {
  return [...(exam?.record.report_html ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...(row ?? '').matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      (cell ?? '').replaceAll(/<\/?p>/g, ''),
    ),
  );
}
