/** Tests that one principal has only so many frames being sent, and others are served beside them. */
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { FRAMES_AT_ONCE_PER_PRINCIPAL } from '#contract/limits.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { createRawClient } from '#test/support/client.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';
import { createDriveClient, type DriveClient } from './drive-client.ts';

const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
/** Larger than the buffers of a socket on both sides, so that an unread frame stays unsent. */
const SIDE = 4096;

let vault: InitialisedServer;
let drive: DriveClient;
beforeAll(async () => {
  vault = await startInitialisedServer();
  drive = createDriveClient(vault);
});
afterAll(() => vault.stop());

function largePicture(): Uint8Array {
  const uint16 = (value: number) => Uint8Array.of(value & 0xff, value >> 8);
  return concatBytes([
    part10Head({
      sop_class_uid: SECONDARY_CAPTURE,
      instance_uid: '1.2.3.1',
      transfer_syntax_uid: '1.2.840.10008.1.2.1',
      source_ae: '',
    }),
    element(0x00080016, 'UI', SECONDARY_CAPTURE),
    element(0x00080018, 'UI', '1.2.3.1'),
    element(0x0020000d, 'UI', '1.2.3'),
    element(0x0020000e, 'UI', '1.2.3.2'),
    element(0x00280002, 'US', uint16(1)),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    element(0x00280010, 'US', uint16(SIDE)),
    element(0x00280011, 'US', uint16(SIDE)),
    element(0x00280100, 'US', uint16(16)),
    element(0x00280101, 'US', uint16(16)),
    element(0x00280102, 'US', uint16(15)),
    element(0x00280103, 'US', uint16(0)),
    element(0x7fe00010, 'OW', new Uint8Array(SIDE * SIDE * 2)),
  ]);
}

test('a principal has eight frames being sent, the ninth waits until one is read or given up', async () => {
  const { node_id } = await drive.upload(largePicture(), 'large.dcm');
  await vault.server.services.processing.whenIdle();
  const groups = [{ security_group_id: vault.security_group_id, role: 'viewer' }];
  const body = { name: 'script', groups };
  const { json } = await vault.desktop.send('/v1/credentials', { method: 'POST', body, token: vault.token });
  const identity = { cert: json.certificate_pem, key: json.private_key_pem };
  const other = createRawClient(vault.server.url, vault.ca, identity);
  const opening = { method: 'POST', body: { token: json.token } };
  const { session_token: token } = (await other.send('/v1/session', opening)).json;

  const sent: ClientRequest[] = [];
  function request(): ClientRequest {
    const each = drive.open(`/nodes/${node_id}/frames/1`, 'GET', {});
    each.on('error', () => undefined);
    sent.push(each);
    return each.end();
  }
  const answer = async (to: ClientRequest): Promise<IncomingMessage> => (await once(to, 'response'))[0];
  const unread = await Promise.all(
    Array.from({ length: FRAMES_AT_ONCE_PER_PRINCIPAL }, () => answer(request())),
  );
  expect(unread.map(({ statusCode }) => statusCode)).toEqual(unread.map(() => 200));

  // What the person does meanwhile, such as saving a draft, does not wait for pictures that nobody reads.
  const listed = await vault.desktop.send('/v1/patients', { token: vault.token });
  expect(listed.status).toBe(200);

  let isAnswered = false;
  const last = request();
  const ninth = answer(last);
  last.once('response', () => {
    isAnswered = true;
  });
  await once(last, 'finish');
  const beside = await other.send(`${drive.base}/nodes/${node_id}/frames/1`, { token });
  expect([beside.status, beside.bytes.length]).toEqual([200, SIDE * SIDE * 2]);
  expect(isAnswered).toBe(false);

  unread[0]?.destroy();
  expect((await ninth).statusCode).toBe(200);
  for (const each of sent) each.destroy();
  other.close();
});
