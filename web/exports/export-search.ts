/** What the address of exports can say. Every page loads it, so it holds no more than that. */
export const exportTabs = ['files', 'schedules'] as const
