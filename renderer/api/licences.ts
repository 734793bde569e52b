/** Loads the licences of the program's packages, a file built with the interface. */

interface Licence {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; empty if the package states none. */
  readonly licence: string;
  /** Full licence text; empty for a package of another platform. */
  readonly text: string;
}

interface LicencePage {
  readonly packages: readonly Licence[];
}

/** Loads the licences file of this build. @throws Error if it cannot be loaded */
export async function loadLicences(): Promise<LicencePage> {
  const answer = await fetch(new URL('licences.json', document.baseURI));
  if (!answer.ok) throw new Error('The licences did not arrive.');
  return answer.json();
}
