export const templates = { label: 'Templates' } as const;
