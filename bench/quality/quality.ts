/**
 * `npm run bench -- quality --data DIR`: what the insights are held against. Each line is a target, a peer's figure and ours;
 * peers whose packages are on npm are run in the same minute, the others carry the source of their published figure.
 *
 *   --data DIR    a folder with vader/, octis/ and feedback/: DIR/SOURCE.md tells where each is from, and under which licence
 *   --only S,T    lines whose ids begin so
 *   --json        one JSON object on standard output
 */
import { parseArgs } from 'node:util'

/** One target. Figures are given as text, as many to a line as the target has. */
export type Line = {
  id: string
  measure: string
  peer: string
  target: string
  ours: string
  met: boolean
}

/** Measures the lines of one part. Whatever it draws, it draws by a seed of its own. */
export type Part = (data: string, say: (text: string) => void) => Promise<Line[]>

const parts: Record<string, () => Promise<Part>> = {
  S: async () => (await import('./sentiment.ts')).sentimentLines,
  T: async () => (await import('./themes.ts')).themeLines,
  C: async () => (await import('./changes.ts')).changeLines,
  A: async () => (await import('./actions.ts')).actionLines,
  P: async () => (await import('./privacy.ts')).privacyLines,
  L: async () => (await import('./language-model.ts')).languageModelLines,
}

/** Parts import the types of this file, so it must not wait for them while it is read itself. */
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
  const wanted = flags.only?.split(',') ?? Object.keys(parts)

  const lines: Line[] = []
  for (const [id, part] of Object.entries(parts)) {
    if (!wanted.some((one) => one.startsWith(id))) continue
    const measure = await part()
    lines.push(...(await measure(flags.data, (text) => console.error(text))))
  }
  const shown = lines.filter(({ id }) => wanted.some((one) => id.startsWith(one)))

  if (flags.json) console.log(JSON.stringify({ lines: shown }))
  else {
    for (const { id, measure, peer, target, ours, met } of shown)
      console.log(
        `${met ? 'met ' : 'MISS'} ${id.padEnd(4)} ${measure}\n       peer ${peer}\n       target ${target}\n       ours ${ours}`,
      )
  }
  process.exitCode = shown.every(({ met }) => met) ? 0 : 1
}
