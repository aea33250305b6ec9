/**
 * Versions of the API. Within a version nothing is removed and nothing changes its meaning. An application is pinned to the
 * version that was current when it was created, until somebody changes it; a request may choose another by Sonde-Version.
 */
export const apiVersions = ['2026-11-01'] as const

export type ApiVersion = (typeof apiVersions)[number]

export const latestVersion: ApiVersion = '2026-11-01'

export const isApiVersion = (text: unknown): text is ApiVersion => apiVersions.includes(text as ApiVersion)
