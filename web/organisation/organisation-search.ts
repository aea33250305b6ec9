/** The parts of the settings, as the address names them; the first is shown when it names none. */
export const parts = ['general', 'privacy', 'look', 'retention', 'sign_in', 'agents'] as const
export type Part = (typeof parts)[number]
