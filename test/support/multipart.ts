/** Builds a multipart form as any HTTP library sends it. */
export interface MultipartPart {
  readonly name: string;
  readonly filename?: string;
  readonly content: string | Uint8Array;
}

const BOUNDARY = 'srvault-test-boundary-7f3a';

export function multipartBody(parts: readonly MultipartPart[]): {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
} {
  const chunks = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"` +
        `${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}
