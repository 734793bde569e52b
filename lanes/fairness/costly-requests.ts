/** Requests that cost a server most and that a viewer may send. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SecurityGroupId } from '#contract/ids.ts';
import { DICOMWEB_ROUTES } from '#contract/imaging/dicomweb.ts';
import { typedRoutes } from '#contract/route.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { syntheticDicomObject } from '#scripts/samples/synthetic-dicom.ts';
import type { VaultClient } from '#sdk/client.ts';

const STUDY = '1.2.826.0.1.3680043.10.97.1';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const SIDE = 64;
/** Number of private elements of eight bytes and more, each a separate attribute. */
const ATTRIBUTES = 4000;
const SAVED_AT_ONCE = 32;
const LOOK_EVERY_MS = 50;
/** Passphrase that is as slow to estimate as possible. */
const PASSPHRASE = '1/2/3/4/5/'.repeat(12);
/** Search text of as many short words as a search accepts. */
const WORDS = [...'abcdefghijklmnopqrstuvwxyz012345'].join(' ');

export interface Place {
  readonly group: SecurityGroupId;
  /** Ids of the patients the requests are about. */
  readonly ids: readonly string[];
  readonly exam: string;
  /** Node of a DICOM file with a picture. */
  readonly node: string;
}

export interface Costly {
  readonly name: string;
  readonly ask: (client: VaultClient, place: Place) => Promise<unknown>;
}

const { metadata } = typedRoutes({
  metadata: { ...DICOMWEB_ROUTES.getStudyMetadata, operation_id: 'metadata' },
});

export const COSTLY: readonly Costly[] = [
  {
    name: 'search',
    ask: (client, { group }) =>
      client.patients.list({ security_group_id: group, q: WORDS, limit: 200 }).toArray({ limit: 200 }),
  },
  {
    name: 'titles',
    ask: (client) => client.patients.list({ sort: 'title', limit: 200 }).toArray({ limit: 200 }),
  },
  {
    name: 'pull',
    ask: (client, { group }) => client.travel.pull({ security_group_id: group, after: 0, limit: 1000 }),
  },
  { name: 'frame', ask: (client) => client.travel.frame() },
  {
    name: 'metadata',
    ask: (client, { group }) => client.request(metadata, { params: { sg: group, study: STUDY } }),
  },
  {
    name: 'thumbnails',
    ask: async (client, { group, node }) =>
      (await client.drive(group).download(node, { variant: 'thumbnail' })).bytes(),
  },
  {
    name: 'hand-overs',
    ask: async (client, { exam }) => {
      const pieces = await client.exchange.handOver(exam, { passphrase: PASSPHRASE, files: [] });
      for await (const _ of pieces);
    },
  },
];

/** Creates patients, an exam, and a picture with many attributes. */
export async function stored(owner: VaultClient, group: SecurityGroupId, patients: number): Promise<Place> {
  const ids: string[] = [];
  while (ids.length < patients) {
    const made = Array.from({ length: Math.min(SAVED_AT_ONCE, patients - ids.length) }, (_, at) =>
      owner.patients.create({
        security_group_id: group,
        record: { display_name: `Abel Baker ${ids.length + at} ${WORDS}` },
      }),
    );
    ids.push(...(await Promise.all(made)).map(({ index }) => index.document_id));
  }
  const exam = await owner.exams.create({ security_group_id: group, record: { title: 'Head' } });
  const drive = owner.drive(group);
  const { file } = syntheticDicomObject(
    {
      ...{ sop_class_uid: SECONDARY_CAPTURE, modality: 'OT', study_uid: STUDY, number: 1 },
      ...{ patient_name: 'Fairness', patient_id: 'F1', side: SIDE },
      ...{
        bits: { allocated: 8, stored: 8 },
        pixels: Uint8Array.from({ length: SIDE * SIDE }, (_, at) => at % 256),
      },
    },
    Array.from({ length: ATTRIBUTES }, (_, at) => element(0x00091000 + (at % 0xf000), 'SH', String(at))),
  );
  const { node_id } = await drive.upload(file, { name: 'picture.dcm', exam_id: exam.index.document_id });
  for (;;) {
    const { processing_status } = await drive.get(node_id);
    if (processing_status === 'done') break;
    if (processing_status === 'failed') throw new Error('the picture was not made');
    await wait(LOOK_EVERY_MS);
  }
  return { group, ids, exam: exam.index.document_id, node: node_id };
}
