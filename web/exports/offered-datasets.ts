/** The datasets that pages export, and the scopes that a program takes to read each. The audit log has an export on its own page. */
export const offeredDatasets = {
  collections: ['pulses:read'],
  results: ['pulses:read'],
  figures: ['insights:read', 'pulses:read'],
  participation: ['insights:read', 'pulses:read'],
  insights: ['insights:read', 'pulses:read'],
  actions: ['insights:read'],
  teams: ['teams:read'],
  comments: ['responses:read'],
} as const

export type OfferedDataset = keyof typeof offeredDatasets

export const offeredNames = Object.keys(offeredDatasets) as OfferedDataset[]

/** All datasets but this have a column with the team. */
export const hasTeams = (dataset: OfferedDataset): boolean => dataset !== 'collections'
