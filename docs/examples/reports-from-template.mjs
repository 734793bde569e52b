// Begins one report per patient from a template: node reports-from-template.mjs PROFILE TEMPLATE-TITLE [WORD-IN-PATIENT]
import { connect } from '@sealed-records/sdk/node';

const [profile = 'nightly', title = 'CT chest', word = ''] = process.argv.slice(2);
const client = connect({ profile });
const { groups } = await client.session.get();
const security_group_id = groups[0]?.security_group_id ?? '';

const [found] = await client.templates.list({ q: title }).toArray({ limit: 1 });
if (found === undefined) throw new Error(`There is no template «${title}».`);
const { record: template } = await client.templates.get(found.index.document_id);
const { modality, report_lexical, report_html } = template;

for await (const { index, summary } of client.patients.list({ q: word, security_group_id })) {
  const exam = await client.exams.create({
    security_group_id,
    patient_id: index.document_id,
    record: {
      ...{ title: template.title, modality, report_lexical, report_html },
      exam_date: new Date().toISOString().slice(0, 10),
      custom_attributes: { report: { status: 'preliminary' } },
    },
  });
  console.log(`${summary?.display_name}: ${exam.index.document_id}`);
}
await client.session.lock();
await client.close();
