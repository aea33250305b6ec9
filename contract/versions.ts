/**
 * Versions of the API. Within one nothing is taken away and nothing changes its meaning. An application is pinned to the
 * one that it was made under, until somebody moves it; a request may name another by the header Sonde-Version.
 */
export const apiVersions = ['2026-11-01'] as const

export type ApiVersion = (typeof apiVersions)[number]

export const latestVersion: ApiVersion = '2026-11-01'

export const isApiVersion = (text: unknown): text is ApiVersion => apiVersions.includes(text as ApiVersion)
