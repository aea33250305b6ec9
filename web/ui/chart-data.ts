/** What a chart draws: a bar holds a figure for each series, by its key. */
export type Series = { key: string; label: string; color: string }
export type Bar = { label: string } & Record<string, number | string>
