/**
 * Store of this window's uploads: progress, pause, resume, cancel, retry. Files above the browser's
 * single-request limit are sent in parts and can be paused; received parts stay sealed on the server. A lock
 * stops running uploads; `stashed-uploads.ts` restores them for the same person.
 */
import { create } from 'zustand';
import { vault } from '#renderer/api/vault-client.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

export interface UploadTarget {
  readonly security_group_id: string;
  readonly parent_id?: string;
  readonly exam_id?: string;
}

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly loaded: number;
  /** Bytes per second, smoothed. */
  readonly rate: number;
  /** True some time after sealing; compact trays then hide it. */
  readonly isSettled: boolean;
  /** `comparing`: nothing is sent before the file is known to belong to the exam's patient. */
  readonly status: 'comparing' | 'waiting' | 'running' | 'paused' | 'failed' | 'sealed';
  readonly error: unknown;
  /** Node of the upload; set once a resumable transfer exists. */
  readonly node_id: string | undefined;
  readonly target: UploadTarget;
}

export interface UploadToCompare {
  readonly id: number;
  readonly file: Blob;
  readonly target: UploadTarget;
}

/** An unfinished upload with its content. */
export interface UnfinishedUpload {
  readonly upload: Upload;
  readonly file: Blob;
}

interface UploadState {
  readonly uploads: readonly Upload[];
  /** Number of finished uploads, so that lists know when to reload. */
  readonly finished: number;
}

const EMPTY: UploadState = { uploads: [], finished: 0 };
/** Number of parallel uploads; the vault accepts eight per certificate. */
const RUNNING_MAX = 3;
/** Source: visual reference, "Files of the exam". */
const SETTLED_AFTER_MS = 6_000;

export const useUploads = create<UploadState>()(() => EMPTY);

/** Contents by upload id; the name is only in the row. */
const files = new Map<number, Blob>();
const aborts = new Map<number, AbortController>();
let nextId = 1;

function change(id: number, part: Partial<Upload>): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)),
  }));
}

function find(id: number): Upload | undefined {
  return useUploads.getState().uploads.find((upload) => upload.id === id);
}

export function startUploads(chosen: readonly File[], target: UploadTarget): void {
  const added = chosen.map((file): Upload => {
    const id = nextId++;
    files.set(id, file);
    return {
      id,
      name: file.name,
      size: file.size,
      loaded: 0,
      rate: 0,
      isSettled: false,
      status: target.exam_id === undefined ? 'waiting' : 'comparing',
      error: undefined,
      node_id: undefined,
      target,
    };
  });
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }));
  runNext();
}

/** Returns uploads to one exam that are not compared yet. */
export function uploadsToCompare(): readonly UploadToCompare[] {
  const { uploads } = useUploads.getState();
  const examId = uploads.find(({ status }) => status === 'comparing')?.target.exam_id;
  return uploads.flatMap(({ id, status, target }) => {
    const file = files.get(id);
    return file && status === 'comparing' && target.exam_id === examId ? [{ id, file, target }] : [];
  });
}

/** Sends uploads confirmed to belong to the exam, unless cancelled meanwhile. */
export function sendCompared(ids: readonly number[]): void {
  for (const id of ids) if (find(id)?.status === 'comparing') change(id, { status: 'waiting' });
  runNext();
}

/** Removes uploads that do not belong to the exam; nothing of them was sent. */
export function dropCompared(ids: readonly number[]): void {
  for (const id of ids) files.delete(id);
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter(({ id }) => !ids.includes(id)) }));
}

function runNext(): void {
  const { uploads } = useUploads.getState();
  const running = uploads.filter((upload) => upload.status === 'running').length;
  for (const upload of uploads.filter(({ status }) => status === 'waiting').slice(0, RUNNING_MAX - running)) {
    run(upload);
  }
}

async function run({ id, name, node_id, target }: Upload): Promise<void> {
  const file = files.get(id);
  if (!file) return;
  const abort = new AbortController();
  aborts.set(id, abort);
  change(id, { status: 'running', error: undefined });
  let last = { at: performance.now(), loaded: 0 };
  try {
    await vault()
      .drive(target.security_group_id)
      .upload(file, {
        name,
        signal: abort.signal,
        parent_id: target.parent_id,
        exam_id: target.exam_id,
        resume: node_id,
        onStart: (started) => change(id, { node_id: started }),
        onProgress: ({ loaded }) => {
          const at = performance.now();
          const seconds = (at - last.at) / 1000;
          if (seconds < 0.25 && loaded < file.size) return;
          const now = seconds > 0 ? (loaded - last.loaded) / seconds : 0;
          const before = find(id)?.rate ?? 0;
          change(id, { loaded, rate: before === 0 ? now : before * 0.7 + now * 0.3 });
          last = { at, loaded };
        },
      });
    files.delete(id);
    change(id, { status: 'sealed', loaded: file.size });
    setTimeout(() => change(id, { isSettled: true }), SETTLED_AFTER_MS);
    useUploads.setState(({ finished }) => ({ finished: finished + 1 }));
  } catch (error) {
    if (find(id)?.status === 'running' && !abort.signal.aborted) change(id, { status: 'failed', error });
  } finally {
    // A transfer resumed meanwhile has its own controller.
    if (aborts.get(id) === abort) aborts.delete(id);
    runNext();
  }
}

/** Pauses an upload; only a transfer in parts can resume. */
export function pauseUpload(id: number): void {
  change(id, { status: 'paused' });
  aborts.get(id)?.abort();
}

/** Resumes a paused upload, or restarts a failed one. */
export function resumeUpload(id: number): void {
  change(id, { status: 'waiting', rate: 0 });
  runNext();
}

/** Stops an upload and deletes its incomplete node. */
export async function cancelUpload(id: number): Promise<void> {
  const upload = find(id);
  aborts.get(id)?.abort();
  files.delete(id);
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((known) => known.id !== id) }));
  if (!upload?.node_id || upload.status === 'sealed') return;
  // A node that cannot be deleted now is removed by the vault after a week.
  await vault()
    .drive(upload.target.security_group_id)
    .delete(upload.node_id)
    .catch(() => undefined);
}

/** Stops all unfinished uploads and returns them. */
export function stopUnfinished(): readonly UnfinishedUpload[] {
  const unfinished = useUploads.getState().uploads.flatMap((upload) => {
    const file = files.get(upload.id);
    return file && upload.status !== 'sealed' ? [{ upload, file }] : [];
  });
  for (const { upload } of unfinished) pauseUpload(upload.id);
  return unfinished;
}

/** Resumes stopped uploads; those a person had paused stay paused. */
export function resumeStopped(unfinished: readonly UnfinishedUpload[]): void {
  const added = unfinished.map(({ upload, file }): Upload => {
    const id = nextId++;
    files.set(id, file);
    const { status } = upload;
    const isKept = status === 'paused' || status === 'comparing';
    return { ...upload, id, rate: 0, error: undefined, status: isKept ? status : 'waiting' };
  });
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }));
  runNext();
}

export function clearFinishedUploads(): void {
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter(({ status }) => status !== 'sealed') }));
}

onWipe(() => {
  for (const abort of aborts.values()) abort.abort();
  aborts.clear();
  files.clear();
  useUploads.setState(EMPTY);
});
