/**
 * Entry point of the thread that reads the attributes of one instance after another. Has no keys. Only
 * `metadata-reader.ts` talks to it.
 */
import { parentPort } from 'node:worker_threads';
import { datasetToJson } from '#dicom/json-model.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { acceptStopRequests, STOP_MESSAGE } from '#server/system/concurrency/stop-worker.ts';
import type { MetadataAnswer } from './metadata-reader.ts';

const PIXEL_DATA = 'x7fe00010';
const INFLATED_MAX_BYTES = 64 * 1024 * 1024;
/** A long multi-frame object has some fifty elements per frame. */
const ELEMENTS_MAX = 400_000;
const JSON_MAX_BYTES = 32 * 1024 * 1024;

function answer(head: Uint8Array): MetadataAnswer {
  try {
    const dataset = openDataset(head, PIXEL_DATA, INFLATED_MAX_BYTES, ELEMENTS_MAX);
    if (dataset.isOverBudget) return { json: undefined };
    const json = Buffer.from(JSON.stringify(datasetToJson(dataset)));
    return { json: json.length > JSON_MAX_BYTES ? undefined : json };
  } catch {
    // A parser may throw anything on hostile bytes.
    return { json: undefined };
  }
}

parentPort?.on('message', (message: Uint8Array | typeof STOP_MESSAGE) => {
  if (message !== STOP_MESSAGE) parentPort?.postMessage(answer(message));
});
acceptStopRequests();
