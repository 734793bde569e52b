/** The licences of what the program is made of, built beside the interface. */

interface Licence {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty where the package names none. */
  readonly licence: string;
  /** Whole; empty for a package of another platform. */
  readonly text: string;
}

interface LicencePage {
  readonly packages: readonly Licence[];
}

/** @throws Error where the file did not arrive */
export async function loadLicences(): Promise<LicencePage> {
  const answer = await fetch(new URL('licences.json', document.baseURI));
  if (!answer.ok) throw new Error('The licences did not arrive.');
  return answer.json();
}
