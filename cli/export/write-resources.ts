/**
 * Writes FHIR resources to a file as they arrive: as a Bundle, or as NDJSON by type. Uses a temporary name until
 * complete; memory contains only the addresses.
 */
import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { FOLDER_MODE } from '#cli/file-modes.ts';
import { createPartFile } from '#cli/process/part-file.ts';
import type { FhirBundleResource } from '#contract/exchange/routes.ts';

export interface ResourceWriter {
  /** Adds resources; skips one already written, because a patient comes with each exam. */
  readonly add: (resources: readonly FhirBundleResource[]) => Promise<void>;
  /** Adds the content of a file as a stream of any size. */
  readonly addBinary: (id: string, contentType: string, content: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Completes the file and gives it its final name. @returns the number of resources by type. */
  readonly close: () => Promise<Record<string, number>>;
  readonly abandon: () => Promise<void>;
}

interface OpenFile {
  readonly stream: WriteStream;
  readonly part: string;
  readonly path: string;
}

export function createResourceWriter(out: string, ndjson: boolean): ResourceWriter {
  const written = new Set<string>();
  const counts: Record<string, number> = {};
  const files = new Map<string, OpenFile>();

  async function fileOf(type: string): Promise<OpenFile> {
    const name = ndjson ? type : '';
    const known = files.get(name);
    if (known !== undefined) return known;
    if (ndjson) await mkdir(out, { recursive: true, mode: FOLDER_MODE });
    const path = ndjson ? join(out, `${type}.ndjson`) : out;
    const part = `${path}.part`;
    const stream = await createPartFile(part);
    await once(stream, 'open');
    const file = { stream, part, path };
    files.set(name, file);
    if (!ndjson) await write(file, '{"resourceType":"Bundle","type":"collection","entry":[');
    return file;
  }

  /** Returns the file for the next resource; undefined if it was already written. */
  async function begin(type: string, id: string): Promise<OpenFile | undefined> {
    const address = `${type}/${id}`;
    if (written.has(address)) return undefined;
    const file = await fileOf(type);
    const entry = JSON.stringify({ fullUrl: `urn:sealed-records:${address}` }).slice(0, -1);
    if (!ndjson) await write(file, `${written.size === 0 ? '' : ','}\n${entry},"resource":`);
    written.add(address);
    counts[type] = (counts[type] ?? 0) + 1;
    return file;
  }

  const end = ndjson ? '\n' : '}';

  async function add(resources: readonly FhirBundleResource[]): Promise<void> {
    for (const resource of resources) {
      const file = await begin(resource.resourceType, resource.id);
      if (file !== undefined) await write(file, `${JSON.stringify(resource)}${end}`);
    }
  }

  async function addBinary(
    id: string,
    contentType: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const file = await begin('Binary', id);
    if (file === undefined) return;
    const head = JSON.stringify({ resourceType: 'Binary', id, contentType }).slice(0, -1);
    await write(file, `${head},"data":"`);
    for await (const text of base64Of(content)) await write(file, text);
    await write(file, `"}${end}`);
  }

  async function close(): Promise<Record<string, number>> {
    if (!ndjson) await write(await fileOf('Bundle'), '\n]}\n');
    for (const { stream, part, path } of files.values()) {
      stream.end();
      await finished(stream);
      await rename(part, path);
    }
    return counts;
  }

  async function abandon(): Promise<void> {
    for (const { stream, part } of files.values()) {
      stream.destroy();
      await rm(part, { force: true });
    }
  }

  return { add, addBinary, close, abandon };
}

async function write({ stream }: OpenFile, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** Encodes in multiples of three bytes, because base64 can be concatenated only there. */
async function* base64Of(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let left: Uint8Array = new Uint8Array(0);
  for await (const piece of content) {
    const bytes = Buffer.concat([left, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    left = bytes.subarray(whole);
  }
  yield Buffer.from(left).toString('base64');
}
