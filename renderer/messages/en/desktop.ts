export const desktop = {
  title: 'This computer',
  unlock: 'Unlock with this computer',
  unlockHelp:
    'The operating system keeps a key for you. Passphrase and recovery key stay as they are. Anyone who can use your account on this computer can then open the vault.',
  unavailable: 'Not possible here because the operating system runs no keychain. Use your passphrase.',
  noLonger:
    'This computer can no longer unlock the vault for you. Enter your passphrase, then switch this on again in Settings.',
  contentProtection: 'Keep this window out of screenshots and screen sharing',
  savePdf: 'Save as PDF',
} as const;
