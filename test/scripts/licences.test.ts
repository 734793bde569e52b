/** Checks that the licences shown in the interface match the lock file. */
import { describe, expect, test } from 'vitest';
import { licencesOf } from '#scripts/build/build-licences.ts';
import { sbomText } from '#scripts/pack/sbom.ts';

describe('licencesOf', () => {
  const { packages } = licencesOf();

  test('names exactly the packages of the bill of materials', () => {
    const listed: { readonly components: readonly { readonly purl: string }[] } = JSON.parse(sbomText());
    const purls = packages.map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(new Set(purls)).toEqual(new Set(listed.components.map(({ purl }) => purl)));
  });

  test('has the text of what is installed; development is not among it', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
    for (const name of ['fastify', 'lexical', 'hunspell-wasm', 'sharp'])
      expect(packages.find((one) => one.name === name)?.text.length, name).toBeGreaterThan(500);
    const unnamed = packages.filter(({ licence }) => licence === '');
    expect(unnamed.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });
});
