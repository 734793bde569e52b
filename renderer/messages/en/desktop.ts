export const desktop = {
  title: 'This computer',
  unlock: 'Unlock with this computer',
  unlockHelp:
    'The operating system keeps a key for you. Passphrase and recovery key stay as they are; whoever can use your account on this computer can then open the vault.',
  unavailable: 'Not possible here: no keychain of the operating system is running.',
  noLonger:
    'This computer no longer opens the vault. Use your passphrase, and switch it on again in Settings.',
  contentProtection: 'Keep this window out of screenshots and screen sharing',
  savePdf: 'Save as PDF',
} as const;
