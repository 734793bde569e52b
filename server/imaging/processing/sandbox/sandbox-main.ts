/**
 * Entry point of the sandbox: a process that gets one file at a time through its pipe and returns pictures and samples.
 * It may read the code and nothing else, cannot write, and has no keys. It keeps the last file, so that further frames
 * need no second transfer.
 */
import { Worker } from 'node:worker_threads';
import type { ProcessingErrorCode } from '#contract/drives/node.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { runDocument, runText } from './run-extract.ts';
import { runFrames } from './run-frames.ts';
import { runPictures } from './run-pictures.ts';
import type { FromSandbox, SandboxPort, SandboxResult, SandboxTask, ToSandbox } from './sandbox-messages.ts';

/** Ends this process past its memory limit; in a worker, because decoders never yield. */
new Worker(new URL('./memory-limit.ts', import.meta.url)).unref();

interface ParentPort {
  readonly on: (event: 'message', listener: (event: { data: ToSandbox }) => void) => void;
  readonly postMessage: (message: FromSandbox) => void;
}

/** Electron's utility processes have a port; Node's children use their channel. */
function openPort(): SandboxPort {
  const parentPort: ParentPort | undefined = Reflect.get(process, 'parentPort');
  if (parentPort !== undefined) {
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  }
  process.on('disconnect', () => process.exit(0));
  return {
    post: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
  };
}

const port = openPort();
let task: SandboxTask | undefined;
let file = Buffer.alloc(0);
let filled = 0;
let jobs = 0;
const JOBS_PER_COLLECTION = 8;

port.onMessage((message) => {
  if (message.type === 'job') {
    task = message.task;
    if (message.size !== null) {
      file = Buffer.allocUnsafeSlow(message.size);
      filled = 0;
    }
  } else {
    filled += Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.length).copy(
      file,
      filled,
    );
  }
  if (task === undefined || filled < file.length) return;
  const running = task;
  task = undefined;
  void run(running).then((result) => {
    port.post({ type: 'result', result });
    collectAtTimes();
  });
});

/**
 * Runs garbage collection after some jobs: files and results are outside the heap and do not trigger it, so a hundred
 * MiB would accumulate. Electron's processes have no such function.
 */
function collectAtTimes(): void {
  jobs += 1;
  if (jobs % JOBS_PER_COLLECTION === 0) globalThis.gc?.();
}

async function run(running: SandboxTask): Promise<SandboxResult> {
  try {
    switch (running.kind) {
      case 'pictures':
        return await runPictures(file, running.media_kind);
      case 'frames':
        return await runFrames(file, running);
      case 'text':
        return runText(file);
      case 'document':
        return runDocument(file);
    }
  } catch (error) {
    return failed(running, error instanceof ProcessingError ? error.code : 'damaged');
  }
}

function failed({ kind }: SandboxTask, error: ProcessingErrorCode): SandboxResult {
  switch (kind) {
    case 'pictures':
      return { kind, header: null, thumbnail: null, preview: null, error };
    case 'frames':
      return { kind, frames: [], error };
    case 'text':
      return { kind, text: null, error };
    case 'document':
      return { kind, document: null, error };
  }
}
