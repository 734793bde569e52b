/** Drive requests over a real socket, as any program sends them. */
import { request } from 'node:https';
import type { DriveNode } from '#contract/drives/node.ts';
import { readDesktop } from '#test/support/certificates.ts';
import type { RawRequest, RawResponse } from '#test/support/client.ts';
import type { InitialisedServer } from '#test/support/start-tls-server.ts';

const BOUNDARY = 'x-drive-boundary-x';

export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  /** Set for a file part. */
  readonly filename?: string;
}

/** Builds a multipart body, or an unfinished one. */
export function formOf(parts: readonly FormPart[], { isWhole = true } = {}): Buffer {
  const chunks = parts.flatMap(({ name, value, filename }) => [
    Buffer.from(`\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(
      filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`,
    ),
    Buffer.from('\r\n\r\n'),
    Buffer.from(value),
  ]);
  return Buffer.concat([...chunks, Buffer.from(isWhole ? `\r\n--${BOUNDARY}--\r\n` : '')]).subarray(2);
}

export function fileForm(
  content: string | Uint8Array,
  filename: string,
  ...fields: readonly FormPart[]
): Buffer {
  return formOf([{ name: 'file', value: content, filename }, ...fields]);
}

export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export type DriveClient = ReturnType<typeof createDriveClient>;

export function createDriveClient(started: InitialisedServer) {
  const base = `/v1/drives/${started.security_group_id}`;
  const send = (path: string, options: RawRequest = {}): Promise<RawResponse> =>
    started.desktop.send(`${base}${path}`, { token: started.token, ...options });

  return {
    base,
    send,
    uploadForm: (body: Buffer, headers: Record<string, string> = {}) =>
      send('/nodes', { method: 'POST', body, headers: { ...MULTIPART, ...headers } }),
    async upload(content: string | Uint8Array, filename: string): Promise<DriveNode> {
      const { json } = await send('/nodes', {
        method: 'POST',
        body: fileForm(content, filename),
        headers: MULTIPART,
      });
      return json;
    },
    content: (nodeId: string, headers: Record<string, string> = {}, method = 'GET') =>
      send(`/nodes/${nodeId}/content`, { method, headers }),
    /** Opens a request whose body the caller writes. */
    open(path: string, method: string, headers: Record<string, string | number>) {
      return request(new URL(base + path, started.server.url), {
        method,
        ca: started.ca,
        ...readDesktop(started.dataDir),
        headers: { authorization: `Bearer ${started.token}`, ...headers },
        agent: false,
      });
    },
  };
}
