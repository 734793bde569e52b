/** Random steps on patients: versions with and without expectation, drafts, archive, trash, purge. */
import * as fc from 'fast-check';
import { expectRefusal, type PatientModel, pick, type Step, step } from './step.ts';

const record = (text: string) => ({ display_name: 'Model', internal_notes: text });
const text = () => fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => value.trim() === value);
const at = () => fc.nat({ max: 20 });
const isThere = ({ is_deleted }: PatientModel) => !is_deleted;
const headOf = ({ versions }: PatientModel) => versions[0]?.version_id ?? '';

export function documentSteps(): fc.Arbitrary<Step>[] {
  return [
    text().map((written) =>
      step(
        `create ${JSON.stringify(written)}`,
        () => true,
        async (_target, model, { client, group }) => {
          const { index, version_id } = await client.patients.create({
            security_group_id: group,
            record: record(written),
          });
          const versions = [{ version_id, text: written }];
          const state = { draft: null, is_archived: false, is_deleted: false };
          model.patients.set(index.document_id, { id: index.document_id, versions, ...state });
        },
      ),
    ),
    fc
      .record({ which: at(), written: text(), isConditional: fc.boolean() })
      .map(({ which, written, isConditional }) =>
        step(
          `update ${which} ${isConditional ? 'expecting its head' : 'whatever its head'}`,
          (model) => pick(model.patients.values(), which, isThere),
          async (patient, model, { client }) => {
            const expected_latest_version_id = isConditional ? headOf(patient) : null;
            const body = { record: record(written), expected_latest_version_id };
            const { version_id } = await client.patients.update(patient.id, body);
            const versions = [{ version_id, text: written }, ...patient.versions];
            model.patients.set(patient.id, { ...patient, versions, draft: null });
          },
        ),
      ),
    at().map((which) =>
      step(
        `update ${which} expecting an old head`,
        (model) => pick(model.patients.values(), which, (one) => isThere(one) && one.versions.length > 1),
        async (patient, _model, { client }) => {
          const expected_latest_version_id = patient.versions[1]?.version_id ?? '';
          const body = { record: record('stale'), expected_latest_version_id };
          await expectRefusal('version_conflict', client.patients.update(patient.id, body));
        },
      ),
    ),
    fc.record({ which: at(), written: text() }).map(({ which, written }) =>
      step(
        `draft of ${which}`,
        (model) => pick(model.patients.values(), which, isThere),
        async (patient, model, { client }) => {
          const body = { record: record(written), base_version_id: headOf(patient) };
          await client.patients.draft.put(patient.id, body);
          model.patients.set(patient.id, { ...patient, draft: written });
        },
      ),
    ),
    at().map((which) =>
      step(
        `discard the draft of ${which}`,
        (model) => pick(model.patients.values(), which, (one) => isThere(one) && one.draft !== null),
        async (patient, model, { client }) => {
          await client.patients.draft.discard(patient.id);
          model.patients.set(patient.id, { ...patient, draft: null });
        },
      ),
    ),
    at().map((which) =>
      step(
        `archive or unarchive ${which}`,
        (model) => pick(model.patients.values(), which, isThere),
        async (patient, model, { client }) => {
          await (patient.is_archived ? client.patients.unarchive : client.patients.archive)(patient.id);
          model.patients.set(patient.id, { ...patient, is_archived: !patient.is_archived });
        },
      ),
    ),
    at().map((which) =>
      step(
        `trash ${which}`,
        (model) => pick(model.patients.values(), which, isThere),
        async (patient, model, { client }) => {
          await client.patients.delete(patient.id);
          model.patients.set(patient.id, { ...patient, is_deleted: true });
        },
      ),
    ),
    at().map((which) =>
      step(
        `restore ${which}`,
        (model) => pick(model.patients.values(), which, ({ is_deleted }) => is_deleted),
        async (patient, model, { client }) => {
          await client.patients.restore(patient.id);
          model.patients.set(patient.id, { ...patient, is_deleted: false });
        },
      ),
    ),
    at().map((which) =>
      step(
        `purge ${which}`,
        (model) => pick(model.patients.values(), which, ({ is_deleted }) => is_deleted),
        async (patient, model, { client }) => {
          await client.patients.purge(patient.id);
          model.patients.delete(patient.id);
        },
      ),
    ),
  ];
}
