/** Where keys lead in a grid: arrows by a cell, Home and End to the ends of the row, with Ctrl to those of the grid, pages by five rows. */
type Place = readonly [row: number, column: number]
type Size = { rows: number; columns: number }

export type Step = (at: Place, size: Size) => Place

const pageRows = 5

const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value))

const by =
  (rows: number, columns: number): Step =>
  ([row, column], size) => [clamp(row + rows, size.rows), clamp(column + columns, size.columns)]

const inRow: Record<string, Step> = {
  ArrowUp: by(-1, 0),
  ArrowDown: by(1, 0),
  PageUp: by(-pageRows, 0),
  PageDown: by(pageRows, 0),
  Home: ([row]) => [row, 0],
  End: ([row], { columns }) => [row, columns - 1],
}

const inGrid: Record<string, Step> = {
  Home: () => [0, 0],
  End: (_at, { rows, columns }) => [rows - 1, columns - 1],
}

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** null: the key is none of the grid's. */
export function stepOf({ key, ctrlKey, metaKey, altKey }: Pressed, isRtl: boolean): Step | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return inGrid[key] ?? null
  if (key === 'ArrowLeft' || key === 'ArrowRight') return by(0, (key === 'ArrowRight') === isRtl ? -1 : 1)
  return inRow[key] ?? null
}
