import { createDirectory, EVERYTHING } from './record-cache.ts';

export const examDirectory = createDirectory<'exams'>((client, options) =>
  client.exams.list(EVERYTHING, options).pages(),
);
export const patientDirectory = createDirectory<'patients'>((client, options) =>
  client.patients.list(EVERYTHING, options).pages(),
);
export const templateDirectory = createDirectory<'templates'>((client, options) =>
  client.templates.list(EVERYTHING, options).pages(),
);

/** Exams first: the worklist is what a person waits for. */
export async function loadDirectories(): Promise<void> {
  await Promise.all([examDirectory.load(), patientDirectory.load()]);
  await templateDirectory.load();
}
