import { createDirectory, EVERYTHING } from './directory.ts';

export const examDirectory = createDirectory<'exams'>((client) => client.exams.list(EVERYTHING).pages());
export const patientDirectory = createDirectory<'patients'>((client) =>
  client.patients.list(EVERYTHING).pages(),
);
export const templateDirectory = createDirectory<'templates'>((client) =>
  client.templates.list(EVERYTHING).pages(),
);

/** Exams first: the worklist is what a person waits for. */
export async function loadDirectories(): Promise<void> {
  await Promise.all([examDirectory.load(), patientDirectory.load()]);
  await templateDirectory.load();
}
