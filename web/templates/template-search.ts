/** What the address of templates can say. Every page loads it, so it holds no more than that. */
export const origins = ['own', 'built_in'] as const
export const kinds = ['pulse', 'check_in', 'question'] as const
