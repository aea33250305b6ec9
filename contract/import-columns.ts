/** What files of a directory are made of, apart from the rest of the contract: the page that imports a file names it, too. */

/** The columns of a file and the members of a row, beside `attributes.<name>`. */
export const importColumns = [
  'name',
  'email',
  'external_id',
  'locale',
  'time_zone',
  'joined_on',
  'leaves_on',
  'absences',
  'manager',
  'teams',
  'role',
  'status',
  'quiet_hours',
  'slack',
  'microsoft_teams',
  'sms',
  'code',
] as const

export type ImportColumn = (typeof importColumns)[number]

export const attributePrefix = 'attributes.'

export const importMedia = { csv: 'text/csv', lines: 'application/x-ndjson' } as const
