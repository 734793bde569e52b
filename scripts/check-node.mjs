// Checks before every npm script that this Node can run the project, with a clear message. Plain JavaScript, because
// an older Node cannot parse TypeScript.
import { existsSync, readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted = manifest.engines.node.replace('>=', '');
const [major, minor = 0] = wanted.split('.').map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  const isInstalled = existsSync(new URL('../node_modules', import.meta.url));
  process.stderr.write(
    `This needs Node ${wanted} or newer; this is ${process.versions.node}.\n${
      isInstalled
        ? 'Install a newer Node, or the packages again with the optional ones: they bring a Node on Linux and Windows (npm ci).\n'
        : 'Install the packages first: they bring a Node on Linux and Windows (npm ci).\n'
    }`,
  );
  process.exit(2);
}
