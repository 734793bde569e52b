export const templates = { label: 'Vorlagen' };
