/**
 * Seeds patients through the services of an in-process server. Without TLS, HTTP and a client this takes a third of
 * the CPU time, which matters for a million.
 */
import { X509Certificate } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { startServer } from '#server/app/start-server.ts';
import { certificateFingerprint } from '#server/identity/actor/parse-certificate.ts';
import { connect, field, readTlsFiles } from './bench-client.ts';
import { patientRecord } from './sample-records.ts';

/** Number of writes that share a commit. */
const AT_ONCE = 64;
const BYTES = 400;

export interface SeededGroup {
  readonly groupId: string;
  /** Ids of the created patients. */
  readonly ids: readonly string[];
  /** CPU time of this process while sealing them. */
  readonly cpuMs: number;
}

/**
 * Creates `count` patients in an unserved folder, in its first group, or in a new group after every `perGroup`.
 * @returns the groups in order
 */
export async function seedInProcess(
  dataDir: string,
  count: number,
  perGroup: number = count,
): Promise<SeededGroup[]> {
  const server = await startServer({ dataDir, port: 0, rateLimit: 'off' });
  const client = await connect(server.url, dataDir);
  const { documents, sessions } = server.services;
  const token = String(client.headers['authorization']).replace('Bearer ', '');
  const { raw } = new X509Certificate(readTlsFiles(dataDir).cert);
  const peer = { cn: 'bench', fingerprint: certificateFingerprint(raw), isDesktop: true };

  async function fill(groupId: string, from: number, size: number): Promise<SeededGroup> {
    const ids: string[] = [];
    const before = process.cpuUsage();
    while (ids.length < size) {
      const actor = sessions.actorOf(sessions.find(token, peer));
      const bodies = Array.from({ length: Math.min(AT_ONCE, size - ids.length) }, (_, n) => ({
        security_group_id: parseSecurityGroupId(groupId),
        record: patientRecord(from + ids.length + n, BYTES),
      }));
      const made = await Promise.all(bodies.map((body) => documents.create(actor, 'patients', body)));
      ids.push(...made.map(({ index }) => index.document_id));
      await nextTurn();
    }
    const { user, system } = process.cpuUsage(before);
    return { groupId, ids, cpuMs: (user + system) / 1000 };
  }

  const groups: SeededGroup[] = [];
  for (let from = 0; from < count; from += perGroup) {
    const name = `Department ${groups.length + 1}`;
    const groupId =
      from === 0
        ? client.groupId
        : String(field(await client.json('POST', '/v1/groups', { name }), 'security_group_id'));
    groups.push(await fill(groupId, from, Math.min(perGroup, count - from)));
  }
  await client.close();
  await server.close();
  return groups;
}
