/**
 * Patients sealed by the services of a server in this very process, as its routes would: without TLS, HTTP and a
 * client a third of the processor time, which is what a million of them take.
 */
import { X509Certificate } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { certificateFingerprint } from '#server/access/certificate-fingerprint.ts';
import { startServer } from '#server/start-server.ts';
import { connect, readTlsFiles } from './bench-client.ts';
import { patientRecord } from './sample-records.ts';

/** As many writes share a commit. */
const AT_ONCE = 64;
const BYTES = 400;

/** @returns the ids of `count` new patients in a folder that is not served. */
export async function seedInProcess(dataDir: string, from: number, count: number): Promise<string[]> {
  const server = await startServer({ dataDir, port: 0, rateLimit: 'off' });
  const client = await connect(server.url, dataDir);
  const { documents, sessions } = server.services;
  const token = String(client.headers['authorization']).replace('Bearer ', '');
  const { raw } = new X509Certificate(readTlsFiles(dataDir).cert);
  const peer = { cn: 'bench', fingerprint: certificateFingerprint(raw), isDesktop: true };
  const groupId = parseSecurityGroupId(client.groupId);
  const ids: string[] = [];
  while (ids.length < count) {
    const actor = sessions.actorOf(sessions.find(token, peer));
    const size = Math.min(AT_ONCE, count - ids.length);
    const bodies = Array.from({ length: size }, (_, n) => ({
      security_group_id: groupId,
      record: patientRecord(from + ids.length + n, BYTES),
    }));
    const made = await Promise.all(bodies.map((body) => documents.create(actor, 'patients', body)));
    ids.push(...made.map(({ index }) => index.document_id));
    await nextTurn();
  }
  await client.close();
  await server.close();
  return ids;
}
