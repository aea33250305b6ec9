/**
 * Who answers, and what: the same at every run, drawn from a seed and from what happens in the story. Three things happen.
 * On the Friday of the first week Platform gets a new on-call rota: from the second week on its workload is bad. Before the
 * third week Support gets new software: its tools become good. On the Thursday of the second week the booking system is down.
 * A text fits the scores beside it, as people write about what moves them.
 */
import type { Answer } from '../../contract/questions.ts'
import { mulberry32, type Random, seedOf, shuffled } from '../../src/text/text.ts'
import type { Member, TeamName } from './people.ts'
import { outage, pointing, sentencesBySubject, type Subject } from './sentences.ts'

type Scores = { workload: number; clarity: number; tools: number; recognition: number; recommend: number }
type Group = Exclude<TeamName, 'Engineering'> | 'Management'

/** What a member of the team says on average, 1 … 5, and 0 … 10 for recommending. */
const usually: Record<Group, Scores> = {
  Platform: { workload: 4.0, clarity: 3.7, tools: 3.8, recognition: 3.4, recommend: 8.0 },
  Product: { workload: 3.7, clarity: 3.1, tools: 3.8, recognition: 3.6, recommend: 7.6 },
  Support: { workload: 3.3, clarity: 3.9, tools: 2.0, recognition: 3.4, recommend: 6.8 },
  Sales: { workload: 3.6, clarity: 4.1, tools: 3.4, recognition: 4.2, recommend: 8.2 },
  Legal: { workload: 2.4, clarity: 3.0, tools: 3.2, recognition: 2.4, recommend: 4.5 },
  Management: { workload: 3.2, clarity: 4.3, tools: 3.8, recognition: 3.8, recommend: 9.0 },
}

const happened: { from: number; group: Group; scores: Partial<Scores> }[] = [
  { from: 2, group: 'Platform', scores: { workload: 1.8, recommend: 6.4 } },
  { from: 3, group: 'Support', scores: { tools: 4.3, recommend: 7.9 } },
]

/** Share of a group that answers, by week; the last is for the outage. Sixty to ninety in a hundred, and all of Legal. */
const answering: Record<Group, [number, number, number, number]> = {
  Platform: [0.84, 0.9, 0.89, 0.9],
  Product: [0.88, 0.82, 0.88, 0.82],
  Support: [0.83, 0.83, 0.89, 0.83],
  Sales: [0.85, 0.77, 0.85, 0.67],
  Legal: [1, 1, 1, 1],
  Management: [1, 0.75, 0.75, 0.75],
}

const spread = 0.75
const writes = 0.94
const personal = 0.12

export const groupOf = ({ team }: Member): Group => (team ?? 'Management') as Group

/** Who of these people answers in a week (1 … 3; 4 is the outage): as many of each group as its share says. */
export function answerersOf(people: readonly Member[], week: number): Member[] {
  const groups = Object.keys(answering) as Group[]
  return groups.flatMap((group) => {
    const members = people.filter((person) => groupOf(person) === group)
    // Somebody is always silent: where all answer, one answer is left out by lot, and a second run would differ.
    const count = Math.min(members.length - 1, Math.round(members.length * answering[group][week - 1]))
    return shuffled(members, seedOf(`answers ${group} ${week}`)).slice(0, count)
  })
}

function scoresOf(person: Member, week: number, random: Random): Scores {
  const group = groupOf(person)
  const means = { ...usually[group] }
  for (const change of happened)
    if (change.group === group && week >= change.from) Object.assign(means, change.scores)
  const drawn = Object.entries(means).map(([name, mean]): [string, number] => {
    const [low, high, width] = name === 'recommend' ? [0, 10, 2 * spread] : [1, 5, spread]
    return [name, Math.min(high, Math.max(low, Math.round(mean + width * normal(random))))]
  })
  return Object.fromEntries(drawn) as Scores
}

/** Sum of twelve uniforms less six: near enough to a normal draw, and the same on every machine. */
const normal = (random: Random): number =>
  Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)

/** Takes sentences from a shuffled stock, so that within a week hardly anything is said twice. */
type Stock = (sentences: readonly string[]) => string

function stockOf(seed: string): Stock {
  const taken = new Map<readonly string[], { order: string[]; next: number }>()
  return (sentences) => {
    const at = taken.get(sentences) ?? {
      order: shuffled(sentences, seedOf(`${seed} ${sentences[0]}`)),
      next: 0,
    }
    taken.set(sentences, at)
    return at.order[at.next++ % at.order.length]
  }
}

const others: Subject[] = ['meetings', 'peers', 'wellbeing', 'growth', 'manager', 'flexibility']

/** The subject that a group writes about most. */
function movedBy(group: Group, week: number): keyof typeof sentencesBySubject {
  if (group === 'Platform') return week === 1 ? 'workload' : 'oncall'
  if (group === 'Support') return 'desk'
  return group === 'Product' ? 'clarity' : group === 'Sales' ? 'recognition' : 'tools'
}

const scoreOf = { oncall: 'workload', desk: 'tools' } as const

/** One sentence about what moves the group or about the most extreme score, half of the time one about something else. */
function weekText(
  { recommend, ...asked }: Scores,
  { group, week }: { group: Group; week: number },
  random: Random,
  stock: Stock,
): string {
  const extreme = Object.entries(asked).toSorted(
    ([, a], [, b]) => Math.abs(b - 3.1) - Math.abs(a - 3.1),
  )[0][0]
  const own = movedBy(group, week)
  const subject = random() < 0.65 || isSame(extreme, own) ? own : (extreme as keyof Omit<Scores, 'recommend'>)
  const score = asked[(scoreOf[subject as 'desk'] ?? subject) as keyof typeof asked]
  const first = stock(
    sentencesBySubject[subject][score > 3 || (score === 3 && random() < 0.5) ? 'good' : 'bad'],
  )
  if (random() < 0.5) return first
  const other = others[Math.floor(random() * others.length)]
  return `${first} ${stock(sentencesBySubject[other][recommend + random() * 4 > 9 ? 'good' : 'bad'])}`
}

const isSame = (subject: string, own: keyof typeof sentencesBySubject): boolean =>
  (scoreOf[own as 'desk'] ?? own) === subject

/** A sentence that reveals its author or another person: redacted before anybody reads it. */
function pointingAt(people: readonly Member[], random: Random, stock: Stock): string {
  const one = people[Math.floor(random() * people.length)]
  const digits = () => String(10 + Math.floor(random() * 90))
  return stock(pointing)
    .replace('{colleague}', random() < 0.5 ? one.name : one.name.split(' ')[0])
    .replace('{email}', one.email)
    .replace('{phone}', `+47 ${digits()} ${digits()} ${digits()} ${digits()}`)
}

export type PersonAnswers = { person: Member; answers: Answer[] }

export function weekAnswers(people: readonly Member[], week: 1 | 2 | 3): PersonAnswers[] {
  const stock = stockOf(`week ${week}`)
  return answerersOf(people, week).map((person) => {
    const random = mulberry32(seedOf(`${person.name} ${week}`))
    const { recommend, ...scores } = scoresOf(person, week, random)
    const answers: Answer[] = [
      ...Object.entries(scores).map(([question_id, value]) => ({ question_id, value })),
      { question_id: 'recommend', value: recommend },
    ]
    if (random() < writes) {
      const written = weekText({ ...scores, recommend }, { group: groupOf(person), week }, random, stock)
      const text = random() < personal ? `${written} ${pointingAt(people, random, stock)}` : written
      answers.push({ question_id: 'week', text })
    }
    return { person, answers }
  })
}

const heard = { Platform: 'alert', Product: 'channel', Support: 'traveller', Sales: 'traveller' } as const

export function outageAnswers(people: readonly Member[]): PersonAnswers[] {
  const stock = stockOf('outage')
  return answerersOf(people, 4).map((person) => {
    const random = mulberry32(seedOf(`${person.name} outage`))
    const group = groupOf(person)
    const calm = { Platform: 1.9, Product: 3.1, Support: 2.2 }[group as 'Platform'] ?? 3.5
    const informed = { Platform: 3.4, Product: 3.2, Support: 2.1 }[group as 'Platform'] ?? 2.8
    const score = (mean: number): number =>
      Math.min(5, Math.max(1, Math.round(mean + spread * normal(random))))
    const answers: Answer[] = [
      { question_id: 'calm', value: score(calm) },
      { question_id: 'informed', value: score(informed) },
      { question_id: 'called', value: random() < (group === 'Platform' ? 0.7 : 0.4) },
      { question_id: 'heard', value: random() < 0.7 ? (heard[group as 'Platform'] ?? 'channel') : 'channel' },
    ]
    if (random() < 0.95) {
      const text = stock(outage[random() < 0.8 ? 'bad' : 'good'])
      answers.push({
        question_id: 'why',
        text: random() < personal ? `${text} ${pointingAt(people, random, stock)}` : text,
      })
    }
    return { person, answers }
  })
}
