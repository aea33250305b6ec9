/**
 * How somebody reads: the language and the time zone of their account, as this browser heard of them last. They are there before anything is
 * read, because formats are made when modules load. The first reply of `getMe` says what they are by now; where that shows, the page starts
 * again, once.
 */
import type { ReplyOf } from '../client/client.ts'

type Reader = { readonly language: string | null; readonly zone: string | null }

const key = 'sonde.reader'

/** Storage may be switched off; then the browser decides. */
function stored(): Reader {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Reader
  } catch {
    return { language: null, zone: null }
  }
}

/** In the browser's, where there is none, or where the browser is older than its name. */
function zoneOf(zone: string | null | undefined): string {
  try {
    if (zone) return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // The browser's, then.
  }
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const reader = stored()

/** null: nobody chose, so the browser decides. */
export const chosenLanguage = reader.language

/** In which times are shown and asked for. */
export const readersZone = zoneOf(reader.zone)

type Me = ReplyOf<'getMe'>

const readerOf = ({ user, organisation }: Me): Reader => ({
  language: user?.language ?? null,
  zone: user?.time_zone ?? organisation?.time_zone ?? null,
})

/** Whether the page is in another language, or shows times of another zone, than its reader now wants. */
export function isOutdated(me: Me): boolean {
  const { language, zone } = readerOf(me)
  return language !== chosenLanguage || zoneOf(zone) !== readersZone
}

let isFirst = true

/** @returns whether the page starts over: nothing of it is to be shown any more */
export function startsAnew(me: Me): boolean {
  if (!me.user) return false
  const before = JSON.stringify(stored())
  try {
    localStorage.setItem(key, JSON.stringify(readerOf(me)))
  } catch {
    return false
  }
  // Later on somebody may be writing. A browser that does not store it would start over forever.
  const starts = isFirst && isOutdated(me) && JSON.stringify(stored()) !== before
  isFirst = false
  if (starts) location.reload()
  return starts
}
