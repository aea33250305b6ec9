/**
 * `npm run bench -- quality --data DIR`: the quality of the insights. Each line is a target, a peer's figure and ours;
 * peers whose packages are on npm run in the same minute, the others name the source of their published figure.
 *
 *   --data DIR    a folder with vader/, octis/ and feedback/: DIR/SOURCE.md names source and licence of each
 *   --only S,T    lines whose ids begin so
 *   --json        one JSON object on standard output
 */
import { parseArgs } from 'node:util'

/** One target. Figures are text, because a target may have several. */
export type Line = {
  id: string
  measure: string
  peer: string
  target: string
  ours: string
  met: boolean
}

/** Measures the lines of one part. Its random numbers come from seeds of its own. */
export type Part = (data: string, say: (text: string) => void) => Promise<Line[]>

const parts: Record<string, () => Promise<Part>> = {
  S: async () => (await import('./sentiment.ts')).sentimentLines,
  D: async () => (await import('./drivers.ts')).driverLines,
  ST: async () => (await import('./standing.ts')).standingLines,
  T: async () => (await import('./themes.ts')).themeLines,
  TH: async () => (await import('./themes-found.ts')).themesFoundLines,
  C: async () => (await import('./changes.ts')).changeLines,
  A: async () => (await import('./actions.ts')).actionLines,
  P: async () => (await import('./privacy.ts')).privacyLines,
  L: async () => (await import('./language-model.ts')).languageModelLines,
}

/** The part of a line's id: "TH1" is of TH, and not of T. */
const partOf = (id: string): string => id.replace(/[^A-Z].*$/, '')

/** Parts are imported when they run, because they import the types of this file. */
export async function measureQuality(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  if (!flags.data) {
    console.error('--data DIR is needed: a folder with vader/, octis/ and feedback/')
    process.exit(2)
  }
  const ids = flags.only?.split(',') ?? Object.keys(parts)

  const lines: Line[] = []
  for (const [id, part] of Object.entries(parts)) {
    if (!ids.some((one) => partOf(one) === id)) continue
    const measure = await part()
    lines.push(...(await measure(flags.data, (text) => console.error(text))))
  }
  const selected = lines.filter(({ id }) =>
    ids.some((one) => id.startsWith(one) && partOf(one) === partOf(id)),
  )

  if (flags.json) console.log(JSON.stringify({ lines: selected }))
  else {
    for (const { id, measure, peer, target, ours, met } of selected)
      console.log(
        `${met ? 'met ' : 'MISS'} ${id.padEnd(4)} ${measure}\n       peer ${peer}\n       target ${target}\n       ours ${ours}`,
      )
  }
  process.exitCode = selected.every(({ met }) => met) ? 0 : 1
}
