/** Time zones to choose from. */

/** The zone of the browser, which forms offer. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** By the part of the world: “Europe” holds “Berlin”. @param others  what zones outside of any part of the world are called */
export function zoneGroups(current: string, others: string): { group: string; items: string[] }[] {
  const zones = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  const byRegion = Map.groupBy(zones, (zone) => (zone.includes('/') ? zone.split('/', 1)[0] : others))
  return [...byRegion]
    .map(([group, items]) => ({ group, items }))
    .toSorted((a, b) => a.group.localeCompare(b.group))
}
