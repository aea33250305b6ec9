/** The country of a time zone. Browsers know the zones of a country and not the other way round, so each country is asked, once. */
type Zoned = { region?: string | undefined; getTimeZones?: () => string[] | undefined }

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const known = new Map<string, string | null>()

function findCountry(zone: string): string | null {
  for (const first of letters)
    for (const second of letters) {
      const locale: Zoned = new Intl.Locale(`und-${first}${second}`)
      // The code of a country that is no more gives the one that it is part of.
      if (locale.getTimeZones?.()?.includes(zone)) return locale.region ?? null
    }
  return null
}

/** @returns null  a zone of no country, or this browser does not say */
export function countryOf(zone: string): string | null {
  if (!known.has(zone)) known.set(zone, findCountry(zone))
  return known.get(zone) ?? null
}
