/**
 * C1: false changes. Answers on a scale of five are drawn twice from the same shares, or the second time from shares
 * tilted to another mean, 1,500 times for each size of group. Ours is the verdict of a report; the peer, on the same
 * draws, is the usual rule: an arrow from 5 points of 100 on.
 *
 * C1b: how often a report of five teams and ten questions in which nothing changed reports any change.
 */
import type { Question } from '../../contract/questions.ts'
import { everyone } from '../../src/cells/cells.ts'
import { changeKey, changesOf, isSignificant } from '../../src/insights/report/change.ts'
import { isLevel } from '../../src/insights/report/difference.ts'
import { mulberry32, type Random } from '../../src/text/text.ts'
import { answer, meanOf, shares, tilted } from './drawn-answers.ts'
import type { Line, Part } from './quality.ts'
import { releasedOf } from './released.ts'

const sizes = [5, 8, 12, 20, 40]
const draws = 1_500
const points = 5
const question: Question = { id: 'one', type: 'scale', text: 'One', min: 1, max: 5 }

const people = (n: number, weights: readonly number[], random: Random) =>
  Array.from({ length: n }, () => ({
    team: null,
    answers: [{ question_id: question.id, value: answer(weights, random) }],
  }))

function shareReported(
  n: number,
  weights: readonly number[],
  seed: number,
): { ours: number; fivePoints: number } {
  const random = mulberry32(seed)
  let [ours, arrows] = [0, 0]
  for (let draw = 0; draw < draws; draw++) {
    const [before, now] = [people(n, shares, random), people(n, weights, random)]
    const mean = (them: typeof now): number =>
      them.reduce((sum, { answers }) => sum + answers[0].value, 0) / n
    if ((Math.abs(mean(now) - mean(before)) / 4) * 100 >= points) arrows++
    const changes = changesOf(
      {
        questions: [question],
        released: releasedOf([question], [], now),
        previous: releasedOf([question], [], before),
        teamNames: new Map(),
        seed: `${seed} ${draw}`,
      },
      [everyone],
    )
    const found = changes.get(changeKey(everyone, question.id)) ?? []
    if (found.some((change) => change.against === 'previous' && isSignificant(change))) ours++
  }
  return { ours: ours / draws, fivePoints: arrows / draws }
}

/** The share of reports that report a change where nothing has changed and no team differs. */
function reportsOfChange(reports: number): number {
  const random = mulberry32(77)
  const questions = Array.from({ length: 10 }, (_, at): Question => ({ ...question, id: `q${at}` }))
  const teams = Array.from({ length: 5 }, (_, at) => ({ id: `t${at}`, parent: null }))
  const drawn = () =>
    teams.flatMap(({ id }) =>
      Array.from({ length: 12 }, () => ({
        team: id,
        answers: questions.map((one) => ({ question_id: one.id, value: answer(shares, random) })),
      })),
    )
  let count = 0
  for (let report = 0; report < reports; report++) {
    const [previous, released] = [drawn(), drawn()].map((them) => releasedOf(questions, teams, them))
    const figures = { questions, released, previous, teamNames: new Map(), seed: `report ${report}` }
    const changes = changesOf(figures, [everyone, ...teams.map(({ id }) => id)])
    if (changes.values().some((all) => all.some((change) => !isLevel(change) && isSignificant(change))))
      count++
  }
  return count / reports
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

export const changeLines: Part = async (_data, say) => {
  const mean = meanOf(shares)
  const none = sizes.map((n) => ({ n, ...shareReported(n, shares, n) }))
  say(
    none
      .map(({ n, ours, fivePoints }) => `n ${n}: ${percent(ours)} (5 points: ${percent(fivePoints)})`)
      .join(', '),
  )
  const [up, down] = [1, -1].map((shift) => shareReported(20, tilted(mean + shift), 1_000 + shift).ours)
  const worst = Math.max(...none.map(({ ours }) => ours))
  const falseReports = reportsOfChange(100)
  return [
    {
      id: 'C1',
      measure: `false change rate, n = ${sizes.join(', ')}; power, n = 20, one point up (and down, where answers spread more)`,
      peer: `5-point rule ${none.map(({ fivePoints }) => percent(fivePoints)).join(', ')}`,
      target: '<= 5 %; >= 90 %',
      ours: `${none.map(({ ours }) => percent(ours)).join(', ')}; ${percent(up)} (${percent(down)})`,
      met: worst <= 0.05 && up >= 0.9,
    },
    {
      id: 'C1b',
      measure: 'reports of 5 teams and 10 questions in which nothing changed that report a change',
      peer: '-',
      target: '<= 5 %',
      ours: percent(falseReports),
      met: falseReports <= 0.05,
    },
  ] satisfies Line[]
}
