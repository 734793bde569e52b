import { type InlineConfig, build as viteBuild } from 'vite';

/** Runs Vite's production build regardless of `NODE_ENV`, which test runners set. */
export async function build(config: InlineConfig): ReturnType<typeof viteBuild> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await viteBuild(config);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
