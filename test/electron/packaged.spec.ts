/** The fuses of the packaged application, read from its binary. CI names it in SRVAULT_PACKAGED_APP. */
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';

const binary = process.env['SRVAULT_PACKAGED_APP'] ?? '';
test.skip(binary === '', 'no packaged application is named in SRVAULT_PACKAGED_APP');

test('the packaged binary has the fuses of electron-builder.yml', async () => {
  const wire = await getCurrentFuseWire(binary);
  const isOn = (fuse: FuseV1Options) => String.fromCharCode(wire[fuse] ?? 0) === '1';
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
  ];
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ];
  expect(on.map(isOn)).toEqual([true, true, true]);
  expect(off.map(isOn)).toEqual([false, false, false, false]);
});
