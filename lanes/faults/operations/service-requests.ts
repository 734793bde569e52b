/** Write requests on the service: DICOM receiver, outbox, backups, findings; and POST routes that only read. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { type Bench, type Operation, operation } from './operation.ts';

const LOOK_EVERY_MS = 20;

async function exam({ client, group }: Bench): Promise<string> {
  const record = { title: randomUUID(), report_html: '<p>Clear.</p>' };
  return (await client.exams.create({ security_group_id: group, record })).index.document_id;
}

/** Creates an exam, and an outbox with an unreachable receiver. */
async function outbox(bench: Bench) {
  const { client, group } = bench;
  if ((await client.settings.get()).hl7_receivers === null)
    await client.settings.patch({ hl7_receivers: 'ris=127.0.0.1:9' });
  const exam_id = await exam(bench);
  const messages = () =>
    client.exchange.hl7.list({ security_group_id: group, exam_id }).toArray({ limit: 9 });
  return { messages, queue: () => client.exchange.hl7.queue(exam_id, { receiver: 'ris' }) };
}

/**
 * A backup or drill responds at once and continues in the background. It must end, and another must be able to start.
 */
function behind(operation_id: string, kind: 'start' | 'drill'): Operation {
  return operation(operation_id, async ({ client, dataDir }) => {
    const target = join(dirname(dataDir), 'backups');
    mkdirSync(target, { recursive: true });
    async function settled(): Promise<void> {
      while ((await client.backups.get()).running !== null) await wait(LOOK_EVERY_MS);
    }
    if ((await client.backups.get()).settings.target !== target) {
      await client.backups.patch({ target });
      await client.backups.start();
    }
    await settled();
    return {
      async send() {
        await client.backups[kind]();
        await settled();
      },
      async isDone() {
        await settled();
        return true;
      },
    };
  });
}

/** Describes a POST route that only reads. */
function reading(operation_id: string, read: (bench: Bench) => PromiseLike<unknown>): Operation {
  return operation(operation_id, async (bench) => {
    const send = () => read(bench);
    await send();
    return {
      send,
      async isDone() {
        await send();
        return true;
      },
    };
  });
}

export const SERVICE_WRITES: readonly Operation[] = [
  operation('patchReceiver', async ({ client, group }) => {
    const { stow } = (await client.imaging.receiver()).settings;
    return {
      send: () => client.imaging.patchReceiver({ stow: !stow, security_group_id: group }),
      isDone: async () => (await client.imaging.receiver()).settings.stow !== stow,
    };
  }),
  operation('queueMessage', async (bench) => {
    const { messages, queue } = await outbox(bench);
    return { send: queue, isDone: async () => (await messages()).length === 1 };
  }),
  operation('retryMessage', async (bench) => {
    const { messages, queue } = await outbox(bench);
    const { message_id } = await queue();
    return {
      send: () => bench.client.exchange.hl7.retry(message_id),
      isDone: async () => (await messages()).length === 1,
    };
  }),
  operation('discardMessage', async (bench) => {
    const { messages, queue } = await outbox(bench);
    const { message_id } = await queue();
    return {
      send: () => bench.client.exchange.hl7.discard(message_id),
      isDone: async () => (await messages())[0]?.state !== 'waiting',
    };
  }),
  operation('patchBackups', async ({ client }) => {
    const hour = (((await client.backups.get()).settings.hour ?? 0) + 1) % 24;
    return {
      send: () => client.backups.patch({ hour }),
      isDone: async () => (await client.backups.get()).settings.hour === hour,
    };
  }),
  behind('startBackup', 'start'),
  behind('startDrill', 'drill'),
  operation('decideFinding', async ({ client, dataDir }) => {
    const id = v7();
    const file = join(dataDir, 'quarantine', id);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'set aside');
    await client.findings.check();
    return {
      send: () => client.findings.decide({ code: 'quarantined', id, decision: 'remove', confirm: id }),
      isDone: async () => {
        await client.findings.check();
        return !existsSync(file);
      },
      end: async () => rmSync(file, { force: true }),
    };
  }),
  operation('putExamPresence', async (bench) => {
    const id = await exam(bench);
    const { presence } = bench.client.exams;
    return {
      send: () => presence.stay(id, 'writing'),
      isDone: async () => Array.isArray((await presence.list(id)).items),
    };
  }),
  operation('deleteExamPresence', async (bench) => {
    const id = await exam(bench);
    const { presence } = bench.client.exams;
    await presence.stay(id, 'writing');
    return {
      send: () => presence.leave(id),
      isDone: async () => Array.isArray((await presence.list(id)).items),
    };
  }),
  reading('checkFindings', ({ client }) => client.findings.check()),
  reading('verifyAudit', ({ client }) => client.audit.verify()),
  reading('pullDocuments', ({ client, group }) =>
    client.travel.pull({ security_group_id: group, after: 0, limit: 5 }),
  ),
  reading('pullDocumentsById', async (bench) =>
    bench.client.travel.pullDocuments({ security_group_id: bench.group, document_ids: [await exam(bench)] }),
  ),
  reading('pullVersions', async (bench) =>
    bench.client.travel.pullVersions({
      ...{ security_group_id: bench.group, document_id: await exam(bench), after: 0 },
    }),
  ),
  reading('pullNodes', ({ client, group }) =>
    client.travel.pullNodes({ security_group_id: group, after: '', limit: 5 }),
  ),
];
