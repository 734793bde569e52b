/** Permissions of unencrypted files that commands write: clinical content is readable by its owner only. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
