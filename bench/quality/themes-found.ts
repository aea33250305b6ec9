/**
 * Which subjects themes find, and whether what is said of them is true: lines TH1 and TH2.
 *
 * A codebook holds the subjects that a reader of all answers to a question would report, written before, each with the ids of its
 * answers (labels/). A subject is found if it has at least half of the answers of a theme, and the theme at least a fifth of its own.
 * A theme is junk if no subject has a third of its answers, and a twin if it shares half of its answers (Jaccard) with a larger one.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Theme, themesOf } from '../../src/text/text.ts'
import { type Codebook, idOf, maintainerCodebooks } from './labels.ts'
import type { Line, Part } from './quality.ts'
import { type SurveyAnswer, surveyAnswers } from './survey-answers.ts'
import { surveysOf, truthLine } from './truth.ts'

const ofThemeMin = 1 / 2
const ofSubjectMin = 1 / 5
const ofJunkMax = 1 / 3
const twinMin = 1 / 2

export const themesFoundLines: Part = async (data, say) => {
  const answers = await surveyAnswers(data)
  const wordings: Record<string, string[]> = JSON.parse(
    await readFile(join(data, 'feedback/maintainers/questions.json'), 'utf8'),
  )
  return [
    foundLine(maintainerCodebooks(), answers, { wordings, say }),
    truthLine(surveysOf(answers, wordings), say),
  ]
}

type Found = { found: number; subjects: number; themes: number; junk: number; twins: number }

function foundLine(
  codebooks: readonly Codebook[],
  answers: readonly SurveyAnswer[],
  { wordings, say }: { wordings: Record<string, readonly string[]>; say: (text: string) => void },
): Line {
  const all = codebooks.map((codebook) => {
    const own = answers.filter(({ q, text }) => q === codebook.question && text)
    const ids = own.map(idOf)
    const themes = themesOf(
      own.map(({ text }) => text!),
      { seed: 1, questions: wordings[codebook.question] },
    )
    const result = foundIn(codebook, themes, ids)
    say(
      `TH1 ${codebook.question}: ${result.found} of ${result.subjects}, ${result.junk} junk of ${result.themes}`,
    )
    return result
  })
  const sumOf = (part: keyof Found): number => all.reduce((sum, one) => sum + one[part], 0)
  const [found, subjects, themes] = [sumOf('found'), sumOf('subjects'), sumOf('themes')]
  const bad = sumOf('junk') + sumOf('twins')
  return {
    id: 'TH1',
    measure: 'subjects of three codebooks that were written before; themes that are junk or twins',
    peer: '\u2013',
    target: '>= 60 % / <= 10 %',
    ours: `${found} of ${subjects} found; of ${themes} themes ${sumOf('junk')} junk, ${sumOf('twins')} twins`,
    met: found >= 0.6 * subjects && bad <= 0.1 * themes,
  }
}

function foundIn({ subjects }: Codebook, themes: readonly Theme[], ids: readonly string[]): Found {
  const books = subjects.map(({ answers }) => new Set(answers))
  const bothOf = ({ members }: Theme, own: ReadonlySet<string>): number =>
    members.filter((member) => own.has(ids[member])).length
  const isFound = (own: ReadonlySet<string>): boolean =>
    themes.some((theme) => {
      const both = bothOf(theme, own)
      return both >= ofThemeMin * theme.answers && both >= ofSubjectMin * own.size
    })
  const isTwin = (theme: Theme, at: number): boolean =>
    themes.slice(0, at).some((other) => jaccard(other, theme) > twinMin)
  return {
    found: books.filter(isFound).length,
    subjects: books.length,
    themes: themes.length,
    junk: themes.filter((theme) => books.every((own) => bothOf(theme, own) < ofJunkMax * theme.answers))
      .length,
    twins: themes.filter(isTwin).length,
  }
}

function jaccard(a: Theme, b: Theme): number {
  const inA = new Set(a.members)
  const both = b.members.filter((member) => inA.has(member)).length
  return both / (a.answers + b.answers - both)
}
