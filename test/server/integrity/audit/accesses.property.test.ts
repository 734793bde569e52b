/** Compares the accesses of patients with a model of random acts upon them, their exams and files. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Access } from '#contract/audit/accesses.ts';
import { historyVault, type OpenedVault } from '#test/server/integrity/history/history-fixture.ts';
import { runs } from '#test/support/depth.ts';

/** Longer than the time within which the same read is recorded once. */
const BETWEEN_MS = 61_000;

interface Exam {
  readonly id: string;
  readonly files: Set<string>;
  patient: string | null;
  isPurged: boolean;
}

/** What each patient's accesses must have, and the ids that were ever theirs. */
class Model {
  readonly patients: string[] = [];
  readonly exams: Exam[] = [];
  readonly expected = new Map<string, string[]>();

  told(patients: readonly (string | null)[], kind: string, id: string): void {
    for (const patient of new Set(patients)) {
      if (patient === null) continue;
      this.expected.set(patient, [...(this.expected.get(patient) ?? []), `${kind} ${id}`]);
    }
  }
}

const ACTS = [
  ...['createExam', 'readPatient', 'readExam', 'updateExam', 'moveExam', 'trashExam', 'purgeExam'],
  ...[
    'upload',
    'readFile',
    'unlinkFile',
    'exportPatient',
    'exportExam',
    'report',
    'pseudonym',
    'copy',
    'listOf',
  ],
] as const;
type Act = (typeof ACTS)[number];

const act = fc.record({ name: fc.constantFrom<Act>(...ACTS), which: fc.nat(), other: fc.nat() });

async function perform(
  { founder, clock }: OpenedVault,
  group: string,
  model: Model,
  { name, which, other }: { readonly name: Act; readonly which: number; readonly other: number },
): Promise<void> {
  clock.advance(BETWEEN_MS);
  const { patients } = model;
  const patient = patients[which % patients.length] ?? '';
  const present = model.exams.filter(({ isPurged }) => !isPurged);
  const exam = present[which % Math.max(1, present.length)];
  const record = { title: 'CT', report_html: '<p>Text.</p>' };
  const drive = founder.drive(group);
  if (name === 'createExam' || exam === undefined) {
    const { index } = await founder.exams.create({ security_group_id: group, patient_id: patient, record });
    model.exams.push({ id: index.document_id, files: new Set(), patient, isPurged: false });
    model.told([patient], 'document_created', index.document_id);
    return;
  }
  const { id, patient: owner } = exam;
  const [file] = [...exam.files];
  switch (name) {
    case 'readPatient':
      await founder.patients.get(patient);
      return model.told([patient], 'document_read', patient);
    case 'exportPatient':
      await founder.exchange.fhirPatient(patient);
      return model.told([patient], 'document_exported', patient);
    case 'listOf':
      await founder.exams.list({ patient_id: patient }).page();
      return;
    case 'readExam':
      await founder.exams.get(id);
      return model.told([owner], 'document_read', id);
    case 'updateExam':
      await founder.exams.update(id, { record, expected_latest_version_id: null });
      return model.told([owner], 'document_updated', id);
    case 'moveExam': {
      const to = other % 4 === 0 ? null : (patients[other % patients.length] ?? null);
      if (to === owner) return;
      await founder.exams.setPatient(id, { patient_id: to });
      exam.patient = to;
      return model.told([owner, to], 'document_updated', id);
    }
    case 'trashExam':
      await founder.exams.delete(id);
      await founder.exams.restore(id);
      model.told([owner], 'document_trashed', id);
      return model.told([owner], 'document_restored', id);
    case 'purgeExam':
      await founder.exams.delete(id);
      await founder.exams.purge(id);
      exam.isPurged = true;
      model.told([owner], 'document_trashed', id);
      return model.told([owner], 'document_purged', id);
    case 'upload': {
      const name = `scan-${which}-${other}-${exam.files.size}.bin`;
      const node = await drive.upload(new TextEncoder().encode('grey'), { name, exam_id: id });
      exam.files.add(node.node_id);
      return model.told([owner], 'node_created', node.node_id);
    }
    case 'exportExam':
      await founder.exchange.fhirExam(id);
      return model.told([owner], 'document_exported', id);
    case 'report':
      await founder.exams.reportFile(id);
      return model.told([owner], 'document_exported', id);
    case 'copy':
      await founder.exams.copy(id, group);
      return model.told([owner], 'document_exported', id);
    case 'pseudonym':
      await founder.exchange.pseudonymSecret(id);
      return model.told([owner], 'document_exported', id);
    case 'readFile':
      if (file === undefined) return;
      await (await drive.download(file)).bytes();
      return model.told([owner], 'node_read', file);
    case 'unlinkFile':
      if (file === undefined) return;
      await drive.patch(file, { exam_id: null });
      exam.files.delete(file);
      return model.told([owner], 'node_updated', file);
  }
}

const keyOf = ({ kind, object }: Access) => `${kind} ${object.id}`;

describe('GET /v1/patients/{id}/accesses', () => {
  test('has every act upon a patient, and none upon what was never theirs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 40 }), async (acts) => {
        const vault = await historyVault();
        await vault.run(async (opened) => {
          const model = new Model();
          for (const name of ['Anna', 'Bo', 'Cleo']) {
            const id = await vault.createPatient(opened, name);
            model.patients.push(id);
            model.told([id], 'document_created', id);
          }
          for (const each of acts) {
            await opened.founder.session.open({ device_secret: vault.device_secret });
            await perform(opened, vault.group, model, each);
          }
          for (const patient of model.patients) {
            const accesses = await opened.founder.audit
              .accesses(patient, { limit: 200 })
              .toArray({ limit: 5_000 });
            const found = accesses.map(keyOf);
            const wanted = model.expected.get(patient) ?? [];
            for (const one of new Set(wanted))
              expect(found.filter((key) => key === one).length, one).toBeGreaterThanOrEqual(
                wanted.filter((key) => key === one).length,
              );
            const theirs = new Set(wanted.map((key) => key.split(' ')[1]));
            const strange = accesses.filter(
              ({ kind, object }) =>
                kind.startsWith('document_') && object.id !== null && !theirs.has(object.id),
            );
            expect(strange.filter(({ object }) => model.exams.some(({ id }) => id === object.id))).toEqual(
              [],
            );
          }
        });
      }),
      { ...runs(3), endOnFailure: true },
    );
  });
});
