/** Tests derived pictures, frames and series through the SDK, against the real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VaultClient } from '#sdk/client.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
let client: VaultClient;
let group: string;
let drive: DriveApi;
beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
  group = (await client.session.get()).groups[0]?.security_group_id ?? '';
  drive = client.drive(group);
});
afterAll(() => vault.close());

describe('a DICOM file in the drive', () => {
  test('has pictures, frames and a place in its series', async () => {
    const exam = await client.exams.create({ security_group_id: group, record: { title: 'MR' } });
    const examId = exam.index.document_id;
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm', exam_id: examId });
    const status = async () => (await drive.get(node_id)).processing_status;
    await expect.poll(status).toBe('done');

    const thumbnail = await drive.download(node_id, { variant: 'thumbnail' });
    expect(thumbnail.mime_type).toBe('image/webp');
    expect((await thumbnail.bytes()).subarray(8, 12)).toEqual(new TextEncoder().encode('WEBP'));

    const { data, ...frame } = await drive.frame(node_id, 1);
    expect(frame).toEqual({
      rows: 64,
      unit: null,
      no_value: null,
      pixel_spacing: [0.3125, 0.3125],
      spacing_basis: 'patient',
      image_position: [-83.9063, -91.2, 6.6406],
      image_orientation: [1, 0, 0, 0, 1, 0],
      columns: 64,
      frames: 1,
      samples_per_pixel: 1,
      bits_allocated: 16,
      bits_stored: 16,
      is_signed: true,
      photometric_interpretation: 'MONOCHROME2',
      rescale_slope: 1,
      rescale_intercept: 0,
      windows: [{ center: 600, width: 1600 }],
      voi_function: 'LINEAR',
      is_window_from_file: true,
      pixel_aspect_ratio: null,
      overlay: new Uint32Array(),
      overlays_drawn: 0,
      overlays_not_drawn: 0,
    });
    expect(data).toHaveLength(64 * 64 * 2);
    await expect(drive.frame(node_id, 2)).rejects.toMatchObject({ status: 404, code: 'not_found' });

    expect(await drive.series(examId)).toMatchObject({
      waiting: 0,
      items: [
        { modality: 'MR', instances: [{ node_id, header: { rows: 64, pixel_spacing: [0.3125, 0.3125] } }] },
      ],
    });
    expect(await drive.reprocess(node_id)).toMatchObject({ node_id, optimized_variants: [{}, {}] });
  });
});
