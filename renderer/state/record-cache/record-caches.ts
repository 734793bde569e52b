import { createRecordCache, EVERYTHING } from './record-cache.ts';

export const examCache = createRecordCache<'exams'>((client, options) =>
  client.exams.list(EVERYTHING, options).pages(),
);
export const patientCache = createRecordCache<'patients'>((client, options) =>
  client.patients.list(EVERYTHING, options).pages(),
);
export const templateCache = createRecordCache<'templates'>((client, options) =>
  client.templates.list(EVERYTHING, options).pages(),
);

/** Loads exams first, because the worklist is shown first. */
export async function loadRecordCaches(): Promise<void> {
  await Promise.all([examCache.load(), patientCache.load()]);
  await templateCache.load();
}
