/** The mark of invented patients: what is written for one has it, no version loses it, nothing else gains it. */
import { describe, expect, test } from 'vitest';
import type { DocumentId } from '#contract/ids.ts';
import { isSample, SAMPLE_KEY } from '#records/sample/sample-mark.ts';
import { codeOf, createFixture, type Fixture } from './documents-fixture.ts';

const MARKED = { custom_attributes: { [SAMPLE_KEY]: true } };

async function practice(fixture: Fixture) {
  const { documents, owner, group } = fixture;
  const patientOf = (record: object) =>
    documents.create(owner, 'patients', { security_group_id: group, record });
  const sample = await patientOf({ display_name: 'Sample, Anna', ...MARKED });
  const real = await patientOf({ display_name: 'Kastellan, Mirela' });
  const examOf = (patient_id: DocumentId | null, record: object = { title: 'CT chest' }) =>
    documents.create(owner, 'exams', { security_group_id: group, patient_id, record });
  return {
    ...fixture,
    sample: sample.index.document_id,
    real: real.index.document_id,
    examOf,
    first: sample,
  };
}

describe('the mark of the sample practice', () => {
  test('an exam written for an invented patient is a sample, in record and summary', async () => {
    const { sample, real, examOf, first } = await practice(createFixture());
    expect(first.summary.sample).toBe(true);
    const exam = await examOf(sample);
    expect(isSample(exam.record.custom_attributes)).toBe(true);
    expect(exam.summary.sample).toBe(true);
    expect((await examOf(real)).summary).not.toHaveProperty('sample');
  });

  test('a version and a draft that leave it out still have it, also after a restart', async () => {
    const fixture = createFixture();
    const { documents, owner, sample, examOf } = await practice(fixture);
    const exam = await examOf(sample);
    const name = exam.index.document_id;
    await documents.putDraft(owner, 'exams', name, {
      record: { title: 'CT chest', custom_attributes: null },
      base_version_id: exam.version_id,
    });
    const draft = await documents.getDraft(owner, 'exams', name);
    expect(isSample(draft.record.custom_attributes)).toBe(true);
    await fixture.reopen();
    const later = fixture.documents;
    const saved = await later.update(owner, 'exams', name, {
      record: { title: 'CT chest', custom_attributes: { report: { status: 'final' } } },
      expected_latest_version_id: exam.version_id,
    });
    expect(saved.record.custom_attributes).toEqual({ report: { status: 'final' }, [SAMPLE_KEY]: true });
    const person = await later.get(owner, 'patients', sample);
    const renamed = await later.update(owner, 'patients', sample, {
      record: { display_name: 'Real, Anna' },
      expected_latest_version_id: person.version_id,
    });
    expect(renamed.summary.sample).toBe(true);
  });

  test('nothing real gains it: no version, no draft, no new exam', async () => {
    const { documents, owner, real, examOf } = await practice(createFixture());
    const exam = await examOf(real);
    const name = exam.index.document_id;
    const body = { record: { title: 'CT', ...MARKED }, expected_latest_version_id: exam.version_id };
    expect(await codeOf(() => documents.update(owner, 'exams', name, body))).toBe('invalid_request');
    const draft = { record: { title: 'CT', ...MARKED }, base_version_id: exam.version_id };
    expect(await codeOf(() => documents.putDraft(owner, 'exams', name, draft))).toBe('invalid_request');
    expect(await codeOf(() => examOf(real, { title: 'CT', ...MARKED }))).toBe('invalid_request');
    const stored = await documents.get(owner, 'patients', real);
    const patient = {
      record: { display_name: 'K', ...MARKED },
      expected_latest_version_id: stored.version_id,
    };
    expect(await codeOf(() => documents.update(owner, 'patients', real, patient))).toBe('invalid_request');
  });

  test('an exam moves between invented patients or between real ones, never across', async () => {
    const { documents, owner, sample, real, examOf } = await practice(createFixture());
    const [invented, written] = [await examOf(sample), await examOf(real)];
    const move = (exam: typeof invented, patient_id: DocumentId | null) =>
      documents.setExamPatient(owner, exam.index.document_id, { patient_id });
    expect(await codeOf(() => move(invented, real))).toBe('invalid_request');
    expect(await codeOf(() => move(written, sample))).toBe('invalid_request');
    await move(invented, null);
    expect(await codeOf(() => move(invented, real))).toBe('invalid_request');
    await move(invented, sample);
  });

  test('a copy into another group stays a sample', async () => {
    const { documents, actor, group, otherGroup, sample, examOf } = await practice(createFixture());
    const exam = await examOf(sample);
    const both = actor({ roles: { [group]: 'viewer', [otherGroup]: 'editor' } });
    const copy = await documents.copy(both, 'exams', exam.index.document_id, {
      security_group_id: otherGroup,
    });
    expect(copy.summary.sample).toBe(true);
  });

  test('an attribute of the same name with another value is not the mark', async () => {
    const { documents, owner, group } = createFixture();
    const view = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { display_name: 'Ek, Anna', custom_attributes: { [SAMPLE_KEY]: 'yes' } },
    });
    expect(view.summary).not.toHaveProperty('sample');
  });
});
