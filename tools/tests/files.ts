/** Which files hold tests, what each of them needs, and which take long. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { long, parted } from './long.ts'

const everything = ['client', 'commands', 'src', 'test', 'bench', 'demo', 'web']

/** What a file may import, and what the runner has to have ready for it then. */
const needs = {
  database: ['test/support/start.ts'],
  embedded: ['src/db/embedded.ts'],
  browser: ['test/support/browser.ts'],
  pages: ['tools/build-web.ts'],
} as const

export type Need = keyof typeof needs

export type TestFile = { readonly path: string; readonly needs: ReadonlySet<Need> }

export function testFiles(wanted: readonly string[]): TestFile[] {
  const paths = (wanted.length > 0 ? wanted : everything).flatMap((place) =>
    statSync(place).isDirectory() ? globSync(`${place}/**/*.test.ts`) : globSync(place),
  )
  // A file may be named beside its folder.
  return [...new Set(paths)].toSorted().map((path) => ({ path, needs: needsOf(path) }))
}

function needsOf(path: string): Set<Need> {
  const imports = importsOf(path)
  return new Set(
    (Object.keys(needs) as Need[]).filter((need) => needs[need].some((module) => imports.has(module))),
  )
}

const known = new Map<string, readonly string[]>()
/** At the beginning of a line: tests hold imports in texts, too. */
const imported = /^(?:import|export|\})[^'\n]*\bfrom\s+'(\.[^']+)'/gm

/** All that a file imports, at any distance, and itself. */
function importsOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  if (!path.endsWith('.ts')) return found
  let next = known.get(path)
  if (!next) {
    const places = [...readFileSync(path, 'utf8').matchAll(imported)].map(([, to]) => to)
    known.set(path, (next = places.map((to) => relative('.', join(dirname(path), to)))))
  }
  for (const each of next) importsOf(each, found)
  return found
}

/** What runs: what is tested before each commit, what that leaves out, or all of it. */
export type Part = 'short' | 'long' | 'whole'

const longFiles = new Set<string>(Object.values(long).flat())

/** Whether anything of a file belongs to a part. */
export const runsIn = (path: string, part: Part): boolean =>
  part === 'whole' || parted.includes(path) || longFiles.has(path) === (part === 'long')

/** Into how many shares `.ci/run` divides what is long: each landing has one, so that six in a row have had all of it. */
export const shares = 6
/** They hold what the product promises first, so every landing has them. */
const always = new Set<string>(long.attackers)
const divided = [...longFiles, ...parted].filter((path) => !always.has(path)).toSorted()

/** Whether a landing of that number runs all of a file of which `npm test` leaves something out. */
export const isInShare = (path: string, number: number): boolean =>
  always.has(path) || (divided.includes(path) && divided.indexOf(path) % shares === number % shares)

/** They compare times of the processor, which what runs beside them changes. */
const measuring = ['test/flows/closing-many.test.ts']

export const measures = ({ path }: TestFile): boolean => measuring.includes(path)

/** Those that took longest (`--costs`), in tenths of the longest; of the others the size says enough. */
const cost: Record<string, number> = {
  'src/respond/steady.e2e.test.ts': 11,
  'test/faults/kill.test.ts': 10,
  'test/pages/every-page.e2e.test.ts': 9,
  'test/attack/api.test.ts': 8,
  'test/faults/stopping.test.ts': 7,
  'demo/personas.e2e.test.ts': 6,
  'src/db/embedded.test.ts': 6,
  'test/pages/hidden-team.e2e.test.ts': 6,
  'demo/demo.test.ts': 5,
  'src/respond/leading-on.e2e.test.ts': 5,
  'test/pages/second-factor.e2e.test.ts': 5,
  'src/respond/composition.e2e.test.ts': 4,
  'test/access.test.ts': 4,
  'test/authority.test.ts': 4,
  'test/flows/import-memory.test.ts': 4,
  'test/generated-input.test.ts': 4,
  'test/pages/actions.e2e.test.ts': 4,
  'test/pages/answers.e2e.test.ts': 4,
  'test/pages/drafts.e2e.test.ts': 4,
  'test/pages/insights.e2e.test.ts': 4,
  'src/cli/import-history.test.ts': 3,
  'src/docs/docs.e2e.test.ts': 3,
  'src/respond/kiosk.e2e.test.ts': 3,
  'src/respond/one-at-a-time.e2e.test.ts': 3,
  'src/respond/pressing.e2e.test.ts': 3,
  'test/attack/two-exports.test.ts': 3,
  'test/faults/restart.test.ts': 3,
  'test/flows/live.test.ts': 3,
  'test/pages/figures.e2e.test.ts': 3,
  'test/pages/home.e2e.test.ts': 3,
  'test/pages/member-drawer.e2e.test.ts': 3,
  'test/pages/palette.e2e.test.ts': 3,
  'test/pages/presenting.e2e.test.ts': 3,
  'test/pages/question-forms.e2e.test.ts': 3,
  'test/pages/results.e2e.test.ts': 3,
  'test/pages/schedule.e2e.test.ts': 3,
  'test/pages/settings.e2e.test.ts': 3,
  'test/pages/surveys.e2e.test.ts': 3,
  'src/channels/email-rendering.e2e.test.ts': 2,
  'src/checkins/lifecycle.test.ts': 2,
  'src/exports/rows.test.ts': 2,
  'src/oauth/consent.e2e.test.ts': 2,
  'src/respond/answer-page.e2e.test.ts': 2,
  'src/respond/conversation.e2e.test.ts': 2,
  'src/respond/every-state.e2e.test.ts': 2,
  'test/attack/acting/files.test.ts': 2,
  'test/pages/codes.e2e.test.ts': 2,
  'test/pages/keys-and-failures.e2e.test.ts': 2,
  'test/pages/lifecycle.e2e.test.ts': 2,
  'test/pages/proposals.e2e.test.ts': 2,
}
const bytesOfOne = 100_000

/** What takes long comes first, so that no process is left with a long file when the others have ended. */
export const longestFirst = (files: readonly TestFile[]): TestFile[] =>
  files.toSorted((a, b) => costOf(b) - costOf(a) || (a.path < b.path ? -1 : 1))

const costOf = ({ path, needs: of }: TestFile): number =>
  cost[path] ?? (statSync(path).size / bytesOfOne) * (of.has('browser') ? 6 : of.has('database') ? 2 : 1)
