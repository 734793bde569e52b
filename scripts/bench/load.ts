/** Load from this process against a server in another: autocannon with the client certificate. */
import autocannon from 'autocannon';
import type { TlsFiles } from './bench-client.ts';

export interface LoadPlan {
  readonly url: string;
  readonly tls: TlsFiles;
  readonly connections: number;
  readonly seconds: number;
  readonly method: 'GET' | 'PUT';
  readonly headers: Record<string, string>;
  /** Called for every request; a different path or body each time. */
  readonly next: () => { path: string; body?: string };
}

/** Requests per second. @throws when any answer was not 2xx: a fast error is no result. */
export async function requestsPerSecond(plan: LoadPlan): Promise<number> {
  const result = await autocannon({
    url: plan.url,
    connections: plan.connections,
    duration: plan.seconds,
    tlsOptions: { ca: plan.tls.ca, cert: plan.tls.cert, key: plan.tls.key },
    requests: [
      {
        method: plan.method,
        headers: {
          ...plan.headers,
          ...(plan.method === 'PUT' ? { 'content-type': 'application/json' } : {}),
        },
        setupRequest: (request) => ({ ...request, ...plan.next() }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${plan.method} ${plan.url}: ${result.non2xx} answers not 2xx, ${result.errors} errors`);
  }
  return result['2xx'] / result.duration;
}

/** Median of interleaved pairs: measured / yardstick, each pair run back to back. */
export async function medianRatio(
  pairs: number,
  measured: () => Promise<number>,
  yardstick: () => Promise<number>,
) {
  const ratios: { ratio: number; measured: number; yardstick: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = await yardstick();
    const second = await measured();
    ratios.push({ ratio: second / first, measured: second, yardstick: first });
  }
  const middle = ratios.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(pairs / 2)];
  if (!middle) throw new Error('No pair was measured.');
  return middle;
}
