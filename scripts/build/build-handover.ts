/**
 * Builds the hand-over page: one HTML file with inlined style and script, each allowed by its hash in the page's
 * policy. The vault inserts the sealed blocks.
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { build } from './production-build.ts';

const FOLDER = join(ROOT, 'transfer', 'handover');

/** Builds the hand-over page into the interface's folder, because both are shipped together. */
export async function buildHandover(outDir = join(ROOT, 'dist', 'renderer')): Promise<void> {
  const script = (await bundle()).replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const styles = join(ROOT, 'renderer', 'styles');
  const style = [join(styles, 'tokens.css'), join(styles, 'themes.css'), join(FOLDER, 'page.css')]
    .map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
    .join('')
    .replaceAll(/\n\s*/g, '\n');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types handover',
  ].join('; ');
  const parts: Readonly<Record<string, string>> = { policy, style, script };
  const page = readFileSync(join(FOLDER, 'page.html'), 'utf8').replaceAll(
    /\{\{(\w+)\}\}/g,
    (_all, name: string) => parts[name] ?? '',
  );
  writeFileSync(join(outDir, 'handover.html'), page);
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'chrome120',
      modulePreload: false,
      rolldownOptions: {
        input: join(FOLDER, 'page.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (chunk === undefined || !('code' in chunk)) throw new Error('The page of hand-overs came out empty.');
  return chunk.code;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

if (import.meta.main) await buildHandover();
