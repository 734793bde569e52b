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

/** Loads exams first, because the worklist is shown first. */
export async function loadRecordCaches(): Promise<void> {
  await Promise.all([examDirectory.load(), patientDirectory.load()]);
  await templateDirectory.load();
}
