/**
 * Saves a report in the forms that need no question first. File names are of ids only, so that a download folder
 * identifies no patient.
 */
import { vault } from '#renderer/api/vault-client.ts';
import { saveBlob, saveStream } from '#renderer/components/files/save-file.ts';
import { assurePaperLocale } from '#renderer/components/records/letter/assure-paper-locale.ts';
import type { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { signedFiles } from '#renderer/screens/editor/sign/signed-files.ts';
import { type MediaFile, zipOf } from '#sdk/index.ts';
import { givenVersion } from './given-version.ts';

const nameOf = (id: string) => `report-${id.slice(0, 8)}`;

type EditingSession = ReturnType<typeof useEditingSession>;

/** @returns the name of the file */
export async function savePdf({ documents, store }: EditingSession): Promise<string> {
  const { version_id } = givenVersion(store.getState());
  await assurePaperLocale();
  const { bytes } = await vault().exams.reportFile(documents.id, {
    format: 'pdf',
    ...(version_id === null ? {} : { version_id }),
  });
  const name = `${nameOf(documents.id)}.pdf`;
  saveBlob(new Blob([bytes], { type: 'application/pdf' }), name);
  return name;
}

/** @returns the name of the file */
export async function saveFhir({ documents }: EditingSession): Promise<string> {
  await assurePaperLocale();
  const bundle = await vault().exchange.fhirExam(documents.id);
  const name = `${nameOf(documents.id)}.fhir.json`;
  saveBlob(new Blob([JSON.stringify(bundle)], { type: 'application/fhir+json' }), name);
  return name;
}

/** The signed page, its signature file and the letter as PDF, as one zip. @returns the name of the file */
export async function saveSignedFiles({ documents, store }: EditingSession): Promise<string | undefined> {
  const { signature } = givenVersion(store.getState());
  if (signature === undefined) return undefined;
  const { version_id } = signature;
  await assurePaperLocale();
  const [{ record }, pdf] = await Promise.all([
    documents.read({ version_id }),
    vault().exams.reportFile(documents.id, { format: 'pdf', version_id }),
  ]);
  const signed = signedFiles(record, signature);
  const parts: readonly (readonly [string, Uint8Array])[] = [
    [`${signed.name}.html`, new TextEncoder().encode(signed.report)],
    [`${signed.name}.signature.json`, new TextEncoder().encode(signed.signature)],
    [`${signed.name}.pdf`, pdf.bytes],
  ];
  const files: MediaFile[] = parts.map(([path, bytes]) => ({ path: [path], content: () => once(bytes) }));
  const name = `${signed.name}.zip`;
  const size = parts.reduce((sum, [, { length }]) => sum + length, 0);
  const isSaved = await saveStream(name, 'application/zip', size, () => Promise.resolve(zipOf(files)));
  return isSaved ? name : undefined;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
