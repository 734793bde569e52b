import { join } from 'node:path';
import type { InProcessVault } from '#lanes/runner/in-process-vault.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import { bytesSource } from '#sdk/drive/upload-source.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import type { Bench } from './operations/operation.ts';

/** Clients for the requests of the lane; `close` ends its own connections. */
export function benchOf(vault: InProcessVault): Bench & { readonly close: () => Promise<void> } {
  const { dataDir, client, group, connect, server } = vault;
  const pki = (file: string) => join(dataDir, 'pki', file);
  const transport = nodeTransport({
    baseUrl: server.url,
    ca: pki('ca.crt'),
    cert: pki('desktop.crt'),
    key: pki('desktop.key'),
  });
  return {
    ...{ client, group, dataDir, connect },
    transport: ({ certificate_pem, private_key_pem }) =>
      nodeTransport({
        ...{ baseUrl: server.url, ca: pki('ca.crt') },
        ...{ cert: certificate_pem, key: private_key_pem },
      }),
    stranger: () => desktopClient(server.url, dataDir, NOTHING_TWICE),
    async send(method, path, body) {
      const { length = 0 } = body?.bytes ?? {};
      const answer = await transport.send({
        ...{ method, path, signal: AbortSignal.timeout(60_000) },
        headers: {
          authorization: `Bearer ${client.session.token()}`,
          ...(body ? { 'content-type': body.type } : {}),
        },
        ...(body ? { body: { kind: 'bytes', source: bytesSource(body.bytes), start: 0, end: length } } : {}),
      });
      const text = await answer.text();
      const { status } = answer;
      if (status >= 400) throw refusal(status, text);
      return { status, text };
    },
    close: transport.close,
  };
}

/** DICOM PS3.18 reports unsaved objects only by a reason, here 0xA700, out of resources. */
const OUT_OF_RESOURCES = /"00081197":\{"vr":"US","Value":\[42752\]\}/;

function refusal(status: number, text: string): VaultApiError {
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? (OUT_OF_RESOURCES.test(text) ? 'protocol_error' : 'none');
  return new VaultApiError({ code, status, message: `${status} ${code}` });
}
