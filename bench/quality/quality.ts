/**
 * `npm run bench -- quality --data DIR`: the quality of the insights. Each line is a target, a peer's figure and ours;
 * peers whose packages are on npm run in the same minute, the others name the source of their published figure.
 *
 *   --data DIR    a folder with vader/, umsab/, octis/ and feedback/: DIR/SOURCE.md names source and licence of each
 *   --only S,T    lines whose ids begin so; a part runs only if it has one: L2 does not run L1
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

/** Parts by the beginnings of the ids of their lines. */
const parts: readonly { ids: readonly string[]; load(): Promise<Part> }[] = [
  { ids: ['S1', 'S2', 'S3', 'S4'], load: async () => (await import('./sentiment.ts')).sentimentLines },
  { ids: ['D1', 'D2', 'D3'], load: async () => (await import('./drivers.ts')).driverLines },
  { ids: ['T1', 'T2', 'T3', 'T5'], load: async () => (await import('./themes.ts')).themeLines },
  { ids: ['TH'], load: async () => (await import('./themes-found.ts')).themesFoundLines },
  { ids: ['C1'], load: async () => (await import('./changes.ts')).changeLines },
  { ids: ['A1', 'A2'], load: async () => (await import('./actions.ts')).actionLines },
  { ids: ['ST'], load: async () => (await import('./standing.ts')).standingLines },
  { ids: ['P1'], load: async () => (await import('./privacy.ts')).privacyLines },
  { ids: ['L1'], load: async () => (await import('./language-model.ts')).languageModelLines },
  { ids: ['L2'], load: async () => (await import('./languages.ts')).shortAnswerLines },
  { ids: ['K1'], load: async () => (await import('./calibration.ts')).calibrationLines },
  { ids: ['L3'], load: async () => (await import('./languages.ts')).otherLanguageLines },
]

/** The letters of an id: "TH1" is of TH, and not of T. */
const lettersOf = (id: string): string => id.replace(/[^A-Z].*$/, '')

const isWanted = (id: string, wanted: readonly string[]): boolean =>
  wanted.some((one) => lettersOf(one) === lettersOf(id) && id.startsWith(one))

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
    console.error('--data DIR is needed: a folder with vader/, umsab/, octis/ and feedback/')
    process.exit(2)
  }
  const wanted = flags.only?.split(',') ?? parts.flatMap(({ ids }) => ids)
  const lines: Line[] = []
  for (const { ids, load } of parts) {
    if (!ids.some((id) => isWanted(id, wanted) || wanted.some((one) => isWanted(one, [id])))) continue
    const measure = await load()
    lines.push(...(await measure(flags.data, (text) => console.error(text))))
  }
  const selected = lines.filter(({ id }) => isWanted(id, wanted))

  if (flags.json) console.log(JSON.stringify({ lines: selected }))
  else {
    for (const { id, measure, peer, target, ours, met } of selected)
      console.log(
        `${met ? 'met ' : 'MISS'} ${id.padEnd(4)} ${measure}\n       peer ${peer}\n       target ${target}\n       ours ${ours}`,
      )
  }
  process.exitCode = selected.every(({ met }) => met) ? 0 : 1
}
