/** Invented clinic with enough data for screenshots of each screen. */

import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { attach } from '#test/ui/support/pictures-page.ts';
import { field, section } from '#test/ui/support/report-page.ts';
import { smallPdf } from '#test/ui/support/sample-files.ts';
import { sealSamples } from '#test/ui/support/sample-records.ts';
import { daysFromNow, followUp, trackedRecord } from '#test/ui/support/tracked-exam.ts';
import type { InitializedVault, UiVault } from '#test/ui/support/ui-vault.ts';

export interface Clinic {
  readonly patient: string;
  /** Exam with open fields, a table, pictures and a prior. */
  readonly exam: string;
  /** Exam signed by both persons. */
  readonly signed: string;
}

const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;
const lesions = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><tbody>${row(...head)}${rows.map((cells) => row(...cells)).join('')}</tbody></table>`;

const TODAY = [
  section(
    '55111-9',
    'Procedure',
    `<p>CT, ${field('contrast', 'Contrast', { kind: 'number', unit: 'mL' }, '80\u00A0mL')} of contrast, ${field('phase', 'Phase', { kind: 'select', options: ['portal venous', 'arterial'] }, 'portal venous')} phase.</p>`,
  ),
  section('55752-0', 'Clinical information', '<p>Adenocarcinoma, right upper lobe, after cycle 4.</p>'),
  section(
    '59776-5',
    'Findings',
    lesions(
      ['Target lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %'],
      [
        ['1 Nodule, right upper lobe', '18', '14', '11', '−38.9'],
        ['2 Node 4R, short axis', '16', '13', '10', '−37.5'],
        ['3 Nodule, left lower lobe', '13', '12', '10', '−23.1'],
        ['Sum of diameters', '47', '39', '31', '−34.0'],
      ],
    ) +
      `<p><strong>Lungs.</strong> The spiculated nodule of the right upper lobe has shrunk to 11 mm (14 mm). No new nodule.</p><p><strong>Pleura.</strong> Effusion: ${field('effusion', 'Effusion', { kind: 'select', options: ['none', 'trace effusion'] }, 'trace effusion')} on the ${field('side', 'Side', { kind: 'select', options: ['left', 'right'], completion: 'alert' })}.</p>`,
  ),
  section(
    '19005-8',
    'Impression',
    `<ol><li>${field('response', 'Response category', { completion: 'prohibit' })}, sum 31 mm (−34 %).</li><li>No new lesion.</li></ol>`,
  ),
  section('18783-1', 'Recommendation', '<p>Follow-up CT in 9 weeks.</p>'),
].join('');

const PRIOR = [
  section(
    '59776-5',
    'Findings',
    '<p><strong>Lungs.</strong> Spiculated nodule of the right upper lobe, 14 mm (18 mm). Mild paraseptal emphysema.</p>',
  ),
  section(
    '19005-8',
    'Impression',
    '<p>Stable disease: sum of target lesions 39 mm, 17 % below baseline.</p>',
  ),
].join('');

export async function fillClinic({ admin, group }: InitializedVault, vault: UiVault): Promise<Clinic> {
  const samples = await sealSamples(admin, group);
  const idOf = (name: string) => samples.exams.get(`${name} @ Kastellan, Mirela`) ?? '';
  const patient = samples.patients.get('Kastellan, Mirela') ?? '';
  const exam = idOf('CT chest with contrast, follow-up');
  const signed = idOf('CT chest with contrast');

  await attach(admin, group, exam, ['CT_small.dcm']);
  await admin
    .drive(group)
    .upload(new Blob([smallPdf('Referral', 2)]), { name: 'referral-letter.pdf', exam_id: exam });
  const [series] = (await admin.drive(group).series(exam)).items;
  const node_id = series?.instances[0]?.node_id ?? '';
  await admin.exams.edit(exam, (record) => ({
    ...record,
    report_lexical: null,
    report_html: TODAY,
    custom_attributes: {
      ...record.custom_attributes,
      accession_number: 'A-20931',
      image_marks: [
        {
          ...{ mark_id: 'nodule', node_id, frame: 1, kind: 'length', made_by: 'Dr A. Roe' },
          points: [
            [50, 60],
            [70, 66],
          ],
          made_at: '2026-05-12T09:00:00.000Z',
        },
      ],
    },
  }));
  await admin.exams.edit(signed, (record) => ({ ...record, report_lexical: null, report_html: PRIOR }));
  const { version_id } = await admin.exams.get(signed);
  await admin.exams.sign(signed, { version_id: version_id ?? '', intent: 'final' });

  await admin.exams.create({
    security_group_id: group,
    patient_id: samples.patients.get('Abernale, Josip') ?? null,
    record: {
      ...trackedRecord([
        followUp('Fine needle aspiration, nodule of the left lobe', daysFromNow(-1)),
        followUp('Ultrasound of the neck', daysFromNow(20)),
      ]),
      report_html: PRIOR,
    },
  });
  await admin.templates.create({
    security_group_id: group,
    record: { title: 'CT chest, oncology', modality: 'CT', report_html: TODAY },
  });
  await admin.templates.create({
    security_group_id: group,
    record: { title: 'US abdomen complete', modality: 'US', report_html: PRIOR },
  });
  await admin.principals.invite({
    display_name: 'Dr M. Stand',
    groups: [{ security_group_id: group, role: 'editor' }],
  });
  await admin.credentials.create({
    ...{ name: 'ct-import', groups: [{ security_group_id: group, role: 'editor' }] },
    expires_at: `${daysFromNow(300)}T00:00:00.000Z`,
  });
  const binned = await admin.patients.create({
    security_group_id: group,
    record: { display_name: 'Entered twice' },
  });
  await admin.patients.delete(binned.index.document_id);
  await vault.receive(group, [
    changedCt({
      [TAGS.patient_name]: 'Kastellan^Mirella',
      [TAGS.patient_id]: '4MR1',
      [TAGS.study]: '1.2.826.0.1.3680043.10.97.7',
      [TAGS.series]: '1.2.826.0.1.3680043.10.97.7.1',
      [TAGS.instance]: '1.2.826.0.1.3680043.10.97.7.1.1',
    }),
  ]);
  return { patient, exam, signed };
}
