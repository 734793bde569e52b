/** Modes of what a command writes in clear: clinical content, for its owner alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
