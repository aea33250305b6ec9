/** Of whom an organisation requires a second factor. Without schemas, because pages load this file too. */
export const secondFactorRules = ['optional', 'admins', 'everyone'] as const
