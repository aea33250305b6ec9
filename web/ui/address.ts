/**
 * A value of the page's address by its name, for parts that several pages have. The route names it in its searchSchema, or it reads as
 * absent.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'

type Values = Record<string, string | undefined>

/** A filter replaces the entry in the history; what opens something is an entry, so the back button closes it. */
type Change = { isEntry?: boolean }

type Address = {
  values: Values
  change: (values: Values, options?: Change) => void
}

export function useAddress(): Address {
  const navigate = useNavigate()
  return {
    // Of whichever page is shown.
    values: useSearch({ strict: false }) as Values,
    change: (values, { isEntry = false } = {}) =>
      void navigate({
        to: '.',
        search: ((before: Values) => ({ ...before, ...values })) as never,
        replace: !isEntry,
        resetScroll: false,
      }),
  }
}

/** For a Link: the same page with other values. */
export const searchWith = (values: Values): never => ((before: Values) => ({ ...before, ...values })) as never

/** For a Link whose address is a text: these values alone. */
export const searchOf = (values: Values): never => values as never
