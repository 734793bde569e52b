import { createRecordCache, EVERYTHING } from './record-cache.ts';

export const examDirectory = createRecordCache<'exams'>((client, options) =>
  client.exams.list(EVERYTHING, options).pages(),
);
export const patientDirectory = createRecordCache<'patients'>((client, options) =>
  client.patients.list(EVERYTHING, options).pages(),
);
export const templateDirectory = createRecordCache<'templates'>((client, options) =>
  client.templates.list(EVERYTHING, options).pages(),
);

/** Exams first: the worklist is what a person waits for. */
export async function loadRecordCaches(): Promise<void> {
  await Promise.all([examDirectory.load(), patientDirectory.load()]);
  await templateDirectory.load();
}
