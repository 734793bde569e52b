/**
 * HTTP agent for the vault's own server, with the desktop's certificate. Reads the files for every new connection, so
 * that a renewed certificate needs no restart. Nothing else in the main process opens sockets.
 */

import { join } from 'node:path';
import { Agent } from 'undici';
import { HEADERS_MAX_BYTES } from '#contract/limits.ts';
import { readFolderFile } from '#sdk/node/read-folder-file.ts';
import { pinnedConnector } from '#sdk/node/transport/pinned-connector.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';

/** Long enough for any upload or download; a silent server must not block the page for ever. */
const HEADERS_TIMEOUT_MS = 5 * 60_000;

export function createLoopbackAgent(dataDir: string): Agent {
  const { pki } = dataDirLayout(dataDir);
  const read = (file: string) => readFolderFile(join(pki, file)).toString('utf8');
  return new Agent({
    connect(options, callback) {
      const identity = {
        ca: read('ca.crt'),
        cert: read('desktop.crt'),
        key: read('desktop.key'),
        minVersion: 'TLSv1.3' as const,
        // Off, because a resumed TLS session proves no certificate.
        maxCachedSessions: 0,
        allowH2: false,
      };
      pinnedConnector(identity, read('server.crt'))(options, callback);
    },
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: 0,
    maxHeaderSize: HEADERS_MAX_BYTES,
    pipelining: 1,
  });
}
