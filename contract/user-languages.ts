/** Languages of the workspace, which users may choose for themselves. Pages import it. */
export const userLanguages = ['en', 'de'] as const
export type UserLanguage = (typeof userLanguages)[number]
