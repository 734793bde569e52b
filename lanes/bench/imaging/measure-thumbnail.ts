/** Measures the time from uploading a CT slice to its thumbnail, on an idle vault. */
import { setTimeout as wait } from 'node:timers/promises';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { median, percentile } from '#lanes/bench/statistics.ts';
import { ctSlice } from './ct-slices.ts';
import { type ImagingBench, sealExam } from './imaging-bench.ts';

const STUDY = 1;
const LOOK_EVERY_MS = 4;

export async function measureThumbnail(bench: ImagingBench, times: number): Promise<BenchResult> {
  const exam_id = await sealExam(bench);
  const [first = Number.NaN, ...warm] = await eachUpload(bench, exam_id, times + 1);
  const behind = `${times} uploads, p95 ${percentile(warm, 0.95).toFixed(0)} ms; the first, which starts the sandbox: ${first.toFixed(0)} ms`;
  return ceilingResult('thumbnail of a 512×512 CT after its upload', median(warm), 150, 60, 'ms', behind);
}

async function eachUpload({ sdk, group }: ImagingBench, exam_id: string, times: number): Promise<number[]> {
  const drive = sdk.drive(group);
  const took: number[] = [];
  for (let number = 1; number <= times; number += 1) {
    const slice = new Blob([ctSlice(STUDY, number)]);
    const node = await drive.upload(slice, { name: `${number}.dcm`, exam_id });
    const uploadedAt = performance.now();
    for (;;) {
      const { processing_status, processing_error } = await drive.get(node.node_id);
      if (processing_status === 'done') break;
      if (processing_error !== null) throw new Error(`A slice has no picture: ${processing_error}.`);
      await wait(LOOK_EVERY_MS);
    }
    took.push(performance.now() - uploadedAt);
  }
  return took;
}
