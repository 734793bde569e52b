/** Builds the package.json of a packed package, with names and versions of the checkout. */
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

/** Oldest Node that undici supports. The vault package starts on it too, then runs the newer Node it includes. */
const ENGINES = { node: '>=20.18.1' };

/** Builds the package.json of a package. @param fields specific to the package. */
export function manifestOf(name: string, description: string, fields: object): Manifest {
  const { version, license } = checkout;
  return { name, version, description, license, type: 'module', engines: ENGINES, ...fields };
}

/** Pins these packages to the versions the checkout was tested with. */
export function pinned(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, checkout.dependencies[name] ?? '']));
}

/** Bundled Node for platforms whose own may be too old. */
export const OWN_NODE = checkout.optionalDependencies;
