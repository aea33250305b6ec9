/**
 * Views of a list that somebody has named: the values of its address under a name, in this browser's storage, apart for each user.
 * A view is an address, so it can be sent and bookmarked without having been saved (note 153 of docs/decisions/).
 */
import { useSyncExternalStore } from 'react'

export type ViewValues = Readonly<Record<string, string>>
export type SavedView = { name: string; values: ViewValues }

export const viewNameLengthMax = 60
/** More would be a list of lists. */
export const viewsMax = 20

/** @property owner  id of a user; undefined until it is known, and then nothing is saved */
export type ViewPlace = { page: string; owner: string | undefined }

const keyOf = ({ page, owner }: ViewPlace): string => `sonde.views.${page}.${owner}`

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab saved one.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function readText(place: ViewPlace): string {
  try {
    return (place.owner !== undefined && localStorage.getItem(keyOf(place))) || '[]'
  } catch {
    // Storage may be switched off; then there are no views.
    return '[]'
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Whatever was stored, by whichever version: what is no view is left out. */
function viewsOf(text: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored)
      ? stored.filter(
          (one: Partial<SavedView> | null): one is SavedView =>
            isText(one?.name) &&
            typeof one.values === 'object' &&
            Object.values(one.values ?? {}).every(isText),
        )
      : []
  } catch {
    return []
  }
}

export const useSavedViews = (place: ViewPlace): readonly SavedView[] =>
  viewsOf(useSyncExternalStore(subscribe, () => readText(place)))

/** @returns whether the browser keeps them */
function store(place: ViewPlace, views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(views))
    return true
  } catch {
    return false
  } finally {
    for (const listener of listeners) listener()
  }
}

const isNamed = (name: string) => (view: SavedView) =>
  view.name.toLocaleLowerCase() === name.toLocaleLowerCase()

/** A view of the same name is replaced. */
export function saveView(place: ViewPlace, view: SavedView): boolean {
  const others = viewsOf(readText(place)).filter((one) => !isNamed(view.name)(one))
  return store(
    place,
    [...others, view].toSorted((a, b) => a.name.localeCompare(b.name)),
  )
}

export function deleteView(place: ViewPlace, name: string): boolean {
  return store(
    place,
    viewsOf(readText(place)).filter((one) => !isNamed(name)(one)),
  )
}

export const sameValues = (a: ViewValues, b: ViewValues): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => b[name] === value)
