/** What the address of templates can say. Every page loads it, so it holds no more than that. */
export const origins = ['own', 'built_in'] as const
/** A single question is none of a survey: the library has its own view. */
export const surveyKinds = ['check_in', 'pulse'] as const
export const kinds = [...surveyKinds, 'question'] as const
