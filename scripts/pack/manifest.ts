/** The package.json of a packed package: names and versions are those of the checkout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

interface Checkout {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const checkout: Checkout = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The oldest Node undici runs on. The vault package starts on it too, and then runs the newer Node it brings. */
const ENGINES = { node: '>=20.18.1' };

/** @param fields everything that is the package's own. */
export function manifestOf(name: string, description: string, fields: object): Manifest {
  const { version, license } = checkout;
  return { name, version, description, license, type: 'module', engines: ENGINES, ...fields };
}

/** These packages in the very versions the checkout was tested with. */
export function pinned(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, checkout.dependencies[name] ?? '']));
}

/** A Node for platforms whose own may be too old, as the checkout has it. */
export const OWN_NODE = checkout.optionalDependencies;
