/**
 * Builds the CycloneDX bill of materials: every runtime package of the lock file with version, licence and hash.
 * Without serial number or time, so that the same lock file gives the same bytes. Source: CycloneDX 1.6
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
}

interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const PLACE = 'node_modules/';

export function sbomText(lockText = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')): string {
  const lock: Lock = JSON.parse(lockText);
  const bom = new Models.Bom();
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, lock.name, {
    version: lock.version,
    bomRef: lock.name,
  });
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path !== '' && locked.dev !== true) bom.components.add(componentOf(path, locked));
  }
  const normalizer = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serializer = new Serialize.JsonSerializer(normalizer);
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/**
 * Builds one component of the bill of materials per place in the tree, because a package may occur in two versions.
 */
function componentOf(path: string, { version = '', license, integrity }: LockedPackage): Models.Component {
  const full = path.slice(path.lastIndexOf(PLACE) + PLACE.length);
  const [group, name = full] = full.startsWith('@') ? full.split('/') : [undefined];
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...(group === undefined ? {} : { group }),
    version,
    bomRef: path,
    purl: `pkg:npm/${full.replace('@', '%40')}@${version}`,
    hashes: new Models.HashDictionary(hashesOf(integrity)),
    licenses: new Models.LicenseRepository(
      license === undefined ? [] : [new Models.LicenseExpression(license)],
    ),
  });
}

function hashesOf(integrity: string | undefined): [Enums.HashAlgorithm, string][] {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  return base64 === undefined
    ? []
    : [[Enums.HashAlgorithm['SHA-512'], Buffer.from(base64, 'base64').toString('hex')]];
}
