/** The S3 calls that sealed files need, with their parameters and results. */
import { BucketRefusedError, MissingBlobError } from './bucket-error.ts';
import { reasonOf, type S3Answer, type S3Client } from './s3-client.ts';

export interface StoredRange {
  readonly bytes: Buffer;
  /** Size of the whole object. */
  readonly size: number;
}

export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly changedMs: number;
}

export interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly begunMs: number;
}

/** Every call @throws BucketUnavailableError, BucketRefusedError. */
export interface S3Calls {
  /** Refused where an object of this name exists. */
  readonly put: (key: string, body: Uint8Array) => Promise<void>;
  /** Starts a multipart upload. @returns the id of the upload */
  readonly beginUpload: (key: string) => Promise<string>;
  /** Uploads one part, numbered from 1. @returns its ETag */
  readonly putPart: (key: string, uploadId: string, part: number, body: Uint8Array) => Promise<string>;
  /** `bytes`: total size, to recognise success after a lost response. */
  readonly completeUpload: (
    key: string,
    uploadId: string,
    etags: readonly string[],
    bytes: number,
  ) => Promise<void>;
  readonly abortUpload: (key: string, uploadId: string) => Promise<void>;
  /** Reads at most `length` bytes from `from`. @throws MissingBlobError */
  readonly getRange: (key: string, from: number, length: number) => Promise<StoredRange>;
  readonly remove: (key: string) => Promise<void>;
  /** Lists the objects whose keys begin with `prefix`, one page of the bucket's answer at a time. */
  readonly list: (prefix: string) => AsyncGenerator<readonly StoredObject[], void, undefined>;
  readonly listUploads: (prefix: string) => AsyncGenerator<readonly UnfinishedUpload[], void, undefined>;
}

/** Assembling many parts takes a storage longer than any other call. */
const COMPLETE_MAX_MS = 120_000;

export function createS3Calls({ call }: S3Client): S3Calls {
  async function sizeOf(key: string): Promise<number | undefined> {
    try {
      return (await getRange(key, 0, 1)).size;
    } catch (error) {
      if (error instanceof MissingBlobError) return undefined;
      throw error;
    }
  }

  async function getRange(key: string, from: number, length: number): Promise<StoredRange> {
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const answer = await call({ method: 'GET', key, headers, maxBytes: Math.max(length, 64 * 1024) });
    if (answer.status === 404 && reasonOf(answer) === 'NoSuchKey') throw new MissingBlobError();
    const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(answer.headers['content-range']));
    const [, start, end, size] = (match ?? []).map(Number);
    const { body } = expect(answer, 206);
    // Less than the file holds would count as its end, and be kept as if it were.
    const isKept =
      start === from &&
      size !== undefined &&
      body.length === Math.min(length, size - from) &&
      end === from + body.length - 1;
    if (!isKept) throw new BucketRefusedError(answer.status, 'RangeNotKept');
    return { bytes: body, size };
  }

  async function* list(prefix: string): AsyncGenerator<readonly StoredObject[], void, undefined> {
    let token: string | undefined;
    const seen = new Set<string>();
    do {
      const query = {
        ...{ 'list-type': '2', 'max-keys': '1000', prefix },
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const xml = expect(await call({ method: 'GET', key: '', query }), 200).body.toString('utf8');
      yield all(xml, 'Contents').map((each) => ({
        key: text(each, 'Key'),
        size: Number(text(each, 'Size')),
        changedMs: Date.parse(text(each, 'LastModified')),
      }));
      token = text(xml, 'NextContinuationToken') || undefined;
      if (token !== undefined) refuseRepeated(seen, token);
    } while (token !== undefined);
  }

  async function* listUploads(prefix: string): AsyncGenerator<readonly UnfinishedUpload[], void, undefined> {
    let marker: Readonly<Record<string, string>> | undefined = {};
    const seen = new Set<string>();
    while (marker !== undefined) {
      const query: Readonly<Record<string, string>> = {
        uploads: '',
        'max-uploads': '1000',
        prefix,
        ...marker,
      };
      const xml: string = expect(await call({ method: 'GET', key: '', query }), 200).body.toString('utf8');
      yield all(xml, 'Upload').map((each) => ({
        key: text(each, 'Key'),
        uploadId: text(each, 'UploadId'),
        begunMs: Date.parse(text(each, 'Initiated')),
      }));
      marker =
        text(xml, 'IsTruncated') === 'true'
          ? { 'key-marker': text(xml, 'NextKeyMarker'), 'upload-id-marker': text(xml, 'NextUploadIdMarker') }
          : undefined;
      if (marker !== undefined) refuseRepeated(seen, JSON.stringify(marker));
    }
  }

  return {
    async put(key, body) {
      const answer = await call({ method: 'PUT', key, body, headers: { 'if-none-match': '*' } });
      // Exists at a retry: the first attempt succeeded and its response was lost.
      if (answer.status === 412 && answer.attempt > 1) return;
      expect(answer, 200);
    },
    async beginUpload(key) {
      const answer = expect(await call({ method: 'POST', key, query: { uploads: '' } }), 200);
      const uploadId = text(answer.body.toString('utf8'), 'UploadId');
      if (uploadId === '') throw new BucketRefusedError(answer.status, 'NoUploadId');
      return uploadId;
    },
    async putPart(key, uploadId, part, body) {
      const query = { partNumber: String(part), uploadId };
      const { headers } = expect(await call({ method: 'PUT', key, query, body }), 200);
      return String(headers['etag']);
    },
    async completeUpload(key, uploadId, etags, bytes) {
      const parts = etags.map(
        (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      const answer = await call({
        ...{ method: 'POST', key, query: { uploadId }, body },
        answerMaxMs: COMPLETE_MAX_MS,
      });
      // S3 may send status 200 before it knows the result; a retry finds no upload where the first attempt succeeded.
      if (answer.status === 200 && !answer.body.includes('<Error>')) return;
      if (answer.attempt > 1 && (await sizeOf(key)) === bytes) return;
      throw new BucketRefusedError(answer.status, reasonOf(answer));
    },
    async abortUpload(key, uploadId) {
      expect(await call({ method: 'DELETE', key, query: { uploadId } }), 204, 404);
    },
    getRange,
    async remove(key) {
      const answer = await call({ method: 'DELETE', key });
      if (answer.status !== 404 || reasonOf(answer) !== 'NoSuchKey') expect(answer, 200, 204);
    },
    list,
    listUploads,
  };
}

/** Ends a listing that turns in a circle. */
function refuseRepeated(seen: Set<string>, place: string): void {
  if (seen.has(place)) throw new BucketRefusedError(200, 'ListingRepeats');
  seen.add(place);
}

function expect(answer: S3Answer, ...statuses: readonly number[]): S3Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new BucketRefusedError(answer.status, reasonOf(answer));
}

/**
 * Content of each element of this name; S3's responses do not nest them. A search by pattern would look through the
 * whole response again for each element that never ends.
 */
function all(xml: string, name: string): string[] {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(opening); at !== -1; ) {
    const from = at + opening.length;
    const to = xml.indexOf(closing, from);
    if (to === -1) break;
    found.push(xml.slice(from, to));
    at = xml.indexOf(opening, to);
  }
  return found;
}

/** Text of the first element of this name; empty where missing. */
function text(xml: string, name: string): string {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return found.replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});/g, (whole, name: string) => {
    if (name.startsWith('#x')) return character(Number.parseInt(name.slice(2), 16)) ?? whole;
    if (name.startsWith('#')) return character(Number(name.slice(1))) ?? whole;
    return ENTITIES[name] ?? whole;
  });
}

function character(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
