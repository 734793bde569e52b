/**
 * Baseline server: bare Fastify with the vault's TLS settings and certificates, whose routes do the minimum of the
 * measured operation. Runs as a child process.
 * node baseline-server.ts PKI_DIR WORK_DIR
 * GET /bytes/:n n bytes of JSON PUT /row one synchronous=FULL insert per request
 * POST /file body to disk, fsync GET /file the file, streamed DELETE /file
 */
import { constants } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const [pkiDir, workDir] = process.argv.slice(2);
if (!pkiDir || !workDir) throw new Error('usage: bare-server.ts PKI_DIR WORK_DIR');

const db = new Database(join(workDir, 'bare.sqlite'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
const insert = db.prepare('INSERT INTO rows (body) VALUES (?)');
const file = join(workDir, 'bare.bin');
const answers = new Map<number, string>();

const app = Fastify({
  bodyLimit: 64 * 1024 * 1024,
  https: {
    key: readFileSync(join(pkiDir, 'server.key')),
    cert: readFileSync(join(pkiDir, 'server.crt')),
    ca: readFileSync(join(pkiDir, 'ca.crt')),
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.3',
    secureOptions: constants.SSL_OP_NO_TICKET,
  },
});

app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));

app.get<{ Params: { n: string } }>('/bytes/:n', (request, reply) => {
  const size = Number(request.params.n);
  let text = answers.get(size);
  if (text === undefined) {
    text = JSON.stringify({ record: 'x'.repeat(Math.max(0, size - 13)) });
    answers.set(size, text);
  }
  return reply.type('application/json').send(text);
});

app.put('/row', (request) => {
  insert.run(JSON.stringify(request.body));
  return { ok: true };
});

app.post('/file', async (request) => {
  await pipeline(request.body as NodeJS.ReadableStream, createWriteStream(file));
  const handle = await open(file);
  await handle.sync();
  await handle.close();
  return { ok: true };
});

app.get('/file', async (_request, reply) => {
  const { size } = await stat(file);
  return reply.header('content-length', size).send(createReadStream(file, { highWaterMark: 256 * 1024 }));
});

app.delete('/file', async () => {
  await unlink(file);
  return { ok: true };
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
const port = typeof address === 'object' && address ? address.port : 0;
process.stdout.write(`${JSON.stringify({ event: 'listening', url: `https://127.0.0.1:${port}` })}\n`);
