/** Generates HTTP load against a server in another process: autocannon with the client certificate. */
import autocannon from 'autocannon';
import type { TlsFiles } from './bench-client.ts';
import type { ChildServer } from './child-server.ts';

export interface LoadPlan {
  readonly tls: TlsFiles;
  readonly connections: number;
  readonly seconds: number;
  readonly method: 'GET' | 'PUT';
  readonly headers: Record<string, string>;
  /** Returns a different path or body for every request. */
  readonly next: () => { path: string; body?: string };
}

/** Result of a load run. */
export interface Rate {
  readonly perSecond: number;
  /** CPU time of the server's main thread per request, in microseconds; 0 if the system does not report it. */
  readonly cpuMicros: number;
}

/** Measures requests per second. @throws if any response is not 2xx, because a fast error is no result. */
export async function measureLoad(server: ChildServer, plan: LoadPlan): Promise<Rate> {
  const cpuBefore = server.mainThreadMs();
  const result = await autocannon({
    url: server.url,
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
    throw new Error(
      `${plan.method} ${server.url}: ${result.non2xx} answers not 2xx, ${result.errors} errors`,
    );
  }
  const answers = result['2xx'];
  const cpuMicros = ((server.mainThreadMs() - cpuBefore) * 1000) / Math.max(1, answers);
  return { perSecond: answers / result.duration, cpuMicros };
}

export interface RatePair {
  readonly measured: Rate;
  readonly yardstick: Rate;
}

/** Runs interleaved pairs back to back, the baseline first. */
export async function interleave(
  pairs: number,
  measured: () => Promise<Rate>,
  yardstick: () => Promise<Rate>,
): Promise<RatePair[]> {
  const runs: RatePair[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = await yardstick();
    runs.push({ yardstick: first, measured: await measured() });
  }
  return runs;
}
