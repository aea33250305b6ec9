/** A day in words, where the browser's own field writes day and month in another order than the page: 12/14/2026 under a German page. */

const day = new Date(Date.UTC(2026, 11, 31))

const orderOf = (locale: string | undefined): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' })
    .formatToParts(day)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal')
    .join()

/**
 * @param value    `2026-12-14`, or nothing yet
 * @param page     in which the page is read
 * @param browser  in which the browser writes its fields, whatever the page says
 * @returns null   both have the same order
 */
export function dateWords(value: string, page: string, browser: string | undefined): string | null {
  const at = new Date(`${value}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || orderOf(page) === orderOf(browser)) return null
  return new Intl.DateTimeFormat(page, { dateStyle: 'full', timeZone: 'UTC' }).format(at)
}
