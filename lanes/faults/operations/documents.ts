/** Write requests on patients, exams and templates, with drafts and signatures. */
import { randomUUID } from 'node:crypto';
import { RESOURCES, type Resource } from '#contract/documents/document-index.ts';
import { documentRoutes, EXAM_PATIENT_ROUTE } from '#contract/documents/routes.ts';
import { type Bench, isThere, type Operation, operation } from './operation.ts';

/** Creates a document for one request; `name` identifies it. */
async function made(resource: Resource, { client, group }: Bench) {
  const name = randomUUID();
  const record = recordNamed(resource, name);
  const api = apiOf(resource, client);
  const view = await api.create({ security_group_id: group, record });
  return { api, id: view.index.document_id, version_id: view.version_id, record, name };
}

function recordNamed(resource: Resource, name: string) {
  return { [resource === 'patients' ? 'display_name' : 'title']: name };
}

/** Returns one API for all three resources; their different records do not matter here. */
function apiOf(resource: Resource, client: Bench['client']) {
  return client[resource as 'templates'];
}

async function count(api: ReturnType<typeof apiOf>, name: string): Promise<number> {
  return (await api.list({ q: name }).toArray({ limit: 3 })).length;
}

function writesOf(resource: Resource): Operation[] {
  const routes = documentRoutes(resource);
  const flag = (
    route: { readonly operation_id: string },
    act: 'archive' | 'unarchive' | 'restore' | 'delete',
    before: 'archive' | 'delete' | undefined,
    isDone: (index: { is_archived: boolean; is_deleted: boolean }) => boolean,
  ) =>
    operation(route.operation_id, async (bench) => {
      const { api, id } = await made(resource, bench);
      if (before !== undefined) await api[before](id);
      return { send: () => api[act](id), isDone: async () => isDone((await api.get(id)).index) };
    });
  return [
    operation(routes.create.operation_id, async ({ client, group }) => {
      const api = apiOf(resource, client);
      const name = randomUUID();
      const record = recordNamed(resource, name);
      return {
        send: () => api.create({ security_group_id: group, record }),
        isDone: async () => (await count(api, name)) === 1,
      };
    }),
    operation(routes.update.operation_id, async (bench) => {
      const { api, id, version_id, record } = await made(resource, bench);
      return {
        send: () => api.update(id, { record, expected_latest_version_id: version_id }),
        isDone: async () => (await api.get(id)).version_id !== version_id,
      };
    }),
    operation(routes.putDraft.operation_id, async (bench) => {
      const { api, id, version_id, record } = await made(resource, bench);
      return {
        send: () => api.draft.put(id, { record, base_version_id: version_id }),
        isDone: () => isThere(() => api.draft.get(id)),
      };
    }),
    operation(routes.deleteDraft.operation_id, async (bench) => {
      const { api, id, version_id, record } = await made(resource, bench);
      await api.draft.put(id, { record, base_version_id: version_id });
      return {
        send: () => api.draft.discard(id),
        isDone: async () => !(await isThere(() => api.draft.get(id))),
      };
    }),
    operation(routes.copy.operation_id, async (bench) => {
      const { api, id, name } = await made(resource, bench);
      return { send: () => api.copy(id, bench.group), isDone: async () => (await count(api, name)) === 2 };
    }),
    operation(routes.purge.operation_id, async (bench) => {
      const { api, id } = await made(resource, bench);
      await api.delete(id);
      return {
        send: () => bench.send('POST', `/v1/${resource}/${id}/purge`),
        isDone: async () => !(await isThere(() => api.get(id))),
      };
    }),
    operation(routes.delete.operation_id, async (bench) => {
      const { api, id } = await made(resource, bench);
      await api.delete(id);
      return { send: () => api.purge(id), isDone: async () => !(await isThere(() => api.get(id))) };
    }),
    flag(routes.delete, 'delete', undefined, (index) => index.is_deleted),
    flag(routes.restore, 'restore', 'delete', (index) => !index.is_deleted),
    flag(routes.archive, 'archive', undefined, (index) => index.is_archived),
    flag(routes.unarchive, 'unarchive', 'archive', (index) => !index.is_archived),
  ];
}

/** A member who can be asked to co-sign, shared by all requests. */
const cosigners = new WeakMap<Bench, Promise<string>>();
function cosigner(bench: Bench): Promise<string> {
  const known = cosigners.get(bench);
  if (known !== undefined) return known;
  const groups = [{ security_group_id: bench.group, role: 'editor' as const }];
  const invited = bench.client.principals
    .invite({ display_name: 'Co-signer', groups })
    .then(({ principal_id }) => principal_id);
  cosigners.set(bench, invited);
  return invited;
}

async function finalExam({ client, group }: Bench) {
  const record = {
    ...{ title: randomUUID(), report_html: '<p>Clear.</p>' },
    custom_attributes: { report: { status: 'final' } },
  };
  const view = await client.exams.create({ security_group_id: group, record });
  return { exams: client.exams, id: view.index.document_id, version_id: view.version_id ?? '' };
}

async function asked(bench: Bench) {
  const exam = await finalExam(bench);
  const principal_id = await cosigner(bench);
  const ask = () => exam.exams.cosign.ask(exam.id, { version_id: exam.version_id, principal_id });
  const states = async () => (await exam.exams.cosign.list(exam.id)).items.map(({ state }) => state);
  return { ...exam, ask, states };
}

const OF_EXAMS: readonly Operation[] = [
  operation(EXAM_PATIENT_ROUTE.operation_id, async (bench) => {
    const exam = await finalExam(bench);
    const patient_id = (await made('patients', bench)).id;
    return {
      send: () => exam.exams.setPatient(exam.id, { patient_id, expected_latest_version_id: exam.version_id }),
      isDone: async () => (await exam.exams.get(exam.id)).index.meta.patient_id === patient_id,
    };
  }),
  operation('signExam', async (bench) => {
    const { exams, id, version_id } = await finalExam(bench);
    return {
      send: () => exams.sign(id, { version_id, intent: 'final' }),
      isDone: async () => (await exams.signatures(id)).items.length === 1,
    };
  }),
  operation('askForCosignature', async (bench) => {
    const { ask, states } = await asked(bench);
    return { send: ask, isDone: async () => (await states()).length === 1 };
  }),
  operation('takeBackCosignRequest', async (bench) => {
    const { ask, states, exams, id } = await asked(bench);
    const { request_id } = await ask();
    const before = (await states())[0];
    return {
      send: () => exams.cosign.takeBack(id, request_id),
      isDone: async () => (await states())[0] !== before,
    };
  }),
];

export const DOCUMENT_WRITES: readonly Operation[] = [...RESOURCES.flatMap(writesOf), ...OF_EXAMS];
