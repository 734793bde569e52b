/** Exams with a report of one line. */
import type { VaultClient } from '#sdk/client.ts';
import type { Clinic } from '#test/support/travelling.ts';

/** Creates a patient with an exam whose report is `text`. */
export async function written(client: VaultClient, { group }: Pick<Clinic, 'group'>, text: string) {
  const patient = await client.patients.create({
    security_group_id: group,
    record: { legal_name: 'Mirela Kastellan', display_name: 'Kastellan, Mirela' },
  });
  const exam = await client.exams.create({
    security_group_id: group,
    patient_id: patient.index.document_id,
    record: { title: 'CT chest', report_html: `<p>${text}</p>` },
  });
  return { patient: patient.index.document_id, exam: exam.index.document_id };
}

export const write = (client: VaultClient, id: string, text: string) =>
  client.exams.edit(id, (record) => ({ ...record, report_lexical: null, report_html: `<p>${text}</p>` }));

export const textOf = async (client: VaultClient, id: string) =>
  String((await client.exams.get(id)).record.report_html).replaceAll(/<[^>]*>/g, '');
