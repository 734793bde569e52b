/**
 * Compares the stand-in's events with the declarations of the installed Electron; `declarations.test-d.ts` checks the
 * rest.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

const STAND_IN = join(import.meta.dirname, '..', 'electron');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const declarations = read(ROOT, 'node_modules', 'electron', 'electron.d.ts');

describe('the stand-in', () => {
  test('is held to the version of Electron that package.json pins', () => {
    const pinned = JSON.parse(read(ROOT, 'package.json')).devDependencies.electron;
    expect(JSON.parse(read(ROOT, 'node_modules', 'electron', 'package.json')).version).toBe(pinned);
    expect(declarations).toContain(`// Type definitions for Electron ${pinned}`);
  });

  test('tells only events that Electron has', () => {
    const told = readdirSync(STAND_IN).flatMap((name) =>
      [...read(STAND_IN, name).matchAll(/(?:emit|emitter)\('([a-z-]+)'/g)].map(([, event]) => event),
    );
    expect(told).toContain('will-navigate');
    expect(told.filter((event) => !declarations.includes(`on(event: '${event}'`))).toEqual([]);
  });
});
