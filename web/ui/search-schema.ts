/**
 * What a page keeps in its address. Values are plain strings both ways: `?q=2024` is a search for “2024”, not for a number.
 * What is not allowed reads as absent, so an old link opens the page and never an error.
 */
type Reader<T> = (value: string) => T | undefined

export const oneOf = <const T extends readonly string[]>(values: T): Reader<T[number]> & { values: T } =>
  Object.assign((value: string) => values.find((one) => one === value), { values })

const textLengthMax = 200

export const text: Reader<string> = (value) =>
  value.trim() === '' ? undefined : value.slice(0, textLengthMax)

/** A day of the calendar, as `<input type="date">` writes it. */
export const day: Reader<string> = (value) =>
  /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

type Search<Shape> = { [K in keyof Shape]?: Shape[K] extends Reader<infer T> ? T | undefined : never }

/** For a route's validateSearch. Tests read `shape`, so that they miss no tab of a page (test/pages/visit.ts). */
export const searchSchema = <const Shape extends Record<string, Reader<unknown>>>(shape: Shape) =>
  Object.assign(
    (search: Record<string, unknown>): Search<Shape> =>
      Object.fromEntries(
        Object.entries(shape).map(([name, readValue]) => {
          const value = search[name]
          return [name, typeof value === 'string' ? readValue(value) : undefined]
        }),
      ) as Search<Shape>,
    { shape },
  )

/** For createRouter: no value is ever turned into a number or into JSON. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const values = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return values.length > 0 ? `?${new URLSearchParams(values)}` : ''
}
