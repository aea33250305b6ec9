/** The people who need a second factor in an organisation. Without schemas, because pages load this file too. */
export const secondFactorRules = ['optional', 'admins', 'everyone'] as const
