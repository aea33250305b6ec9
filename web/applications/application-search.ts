/** What the addresses of applications can say. Every page loads it, so it holds no more than that. */
import type { Application } from './application-queries.ts'

export const applicationStates = ['active', 'revoked'] as const satisfies readonly Application['status'][]
export const applicationTabs = ['credentials', 'settings', 'usage', 'requests'] as const

export const requestStatuses = ['2xx', '4xx', '5xx'] as const
export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const requestPeriods = ['1h', '24h', '7d'] as const
