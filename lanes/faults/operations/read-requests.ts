/** Every GET route, on one object of each kind: it must respond as before, or report that storage failed. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RouteDefinition } from '#contract/route.ts';
import { ROUTES } from '#contract/routes.ts';
import { madeInstance } from '#lanes/receive/synthetic-study.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import { type Bench, type Operation, operation } from './operation.ts';

const TRIES = 5;
const LOOK_EVERY_MS = 100;

/** Path parameters by name, and required queries. */
type Things = Readonly<Record<string, string>>;

const QUERIES: Readonly<Record<string, (things: Things) => string>> = {
  listSeries: ({ exam_id }) => `?exam_id=${exam_id}`,
  listStudiesToMatch: ({ sg }) => `?security_group_id=${sg}`,
  listMessages: ({ sg }) => `?security_group_id=${sg}`,
  getTravelSize: ({ sg }) => `?security_group_id=${sg}`,
};

const seeded = new WeakMap<Bench, Promise<Things>>();
function thingsOf(bench: Bench): Promise<Things> {
  const known = seeded.get(bench);
  if (known !== undefined) return known;
  const things = seed(bench);
  seeded.set(bench, things);
  return things;
}

async function seed({ client, group }: Bench): Promise<Things> {
  const record = { title: 'Read', report_html: '<p>Clear.</p>' };
  const patient = await client.patients.create({
    security_group_id: group,
    record: { display_name: 'Read', identifiers: [{ type: 'MR', value: 'R-1' }] },
  });
  const patient_id = patient.index.document_id;
  const exam = await client.exams.create({ security_group_id: group, patient_id, record });
  const exam_id = exam.index.document_id;
  const template = await client.templates.create({ security_group_id: group, record: { title: 'Read' } });
  const template_id = template.index.document_id;
  const drafts: Record<string, string> = {};
  for (const [resource, id, at] of [
    ['patients', patient_id, patient.version_id],
    ['exams', exam_id, exam.version_id],
    ['templates', template_id, template.version_id],
  ] as const) {
    const api = client[resource as 'templates'];
    const body = { record: resource === 'patients' ? { display_name: 'Draft' } : { title: 'Draft' } };
    // Create one discarded draft and one present.
    await api.draft.put(id, { ...body, base_version_id: at } as never);
    await api.draft.discard(id);
    drafts[id] = (await api.drafts(id).toArray({ limit: 1 }))[0]?.draft_rev ?? '';
    await api.draft.put(id, { ...body, base_version_id: at } as never);
  }
  const drive = client.drive(group);
  const { study, instance, file } = madeInstance(900_000, 1);
  const { node_id } = await drive.upload(file, { name: `${randomUUID()}.dcm`, exam_id });
  await pictured(drive, node_id);
  const started = await drive.resumable.start({ name: randomUUID(), size: 10 });
  return {
    ...{ patient_id, exam_id, template_id, sg: group, node_id, n: '1', blob: node_id, ...drafts },
    ...{ study, series: `${study}.1`, instance, unfinished: started.node_id },
  };
}

/** Waits for header and pictures, which are processed after the upload. */
async function pictured(drive: DriveApi, nodeId: string): Promise<void> {
  for (let tries = 1; ; await wait(LOOK_EVERY_MS)) {
    const { processing_status } = await drive.get(nodeId);
    if (processing_status === 'done') return;
    if (processing_status !== 'failed') continue;
    if (tries === TRIES) throw new Error('There are no pictures to read.');
    tries += 1;
    await drive.reprocess(nodeId);
  }
}

function pathOf(route: RouteDefinition, things: Things): string {
  const owner = ['patient_id', 'exam_id', 'template_id'].find((name) => route.path.includes(`{${name}}`));
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'draft_rev') return things[things[owner ?? ''] ?? ''] ?? '';
    if (name === 'node_id' && route.operation_id === 'listParts') return things['unfinished'] ?? '';
    return things[name] ?? '';
  });
  return path + (QUERIES[route.operation_id]?.(things) ?? '');
}

export function readingsBut(leftOut: ReadonlySet<string>): Operation[] {
  return ROUTES.filter(({ method, operation_id }) => method === 'GET' && !leftOut.has(operation_id)).map(
    (route) =>
      operation(route.operation_id, async (bench) => {
        const path = pathOf(route, await thingsOf(bench));
        const read = () => bench.send('GET', path);
        // Read once without failures, because a broken read shows nothing.
        await read();
        return {
          send: read,
          async isDone() {
            await read();
            return true;
          },
        };
      }),
  );
}
