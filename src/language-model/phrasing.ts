/**
 * From comments to words for findings, by a model that answers may manipulate. Two rounds. In the first, the model proposes names
 * of themes, drivers and sentences for each batch of answers; in the second, it chooses for each batch among all proposals that
 * passed the guards. What more than half of the batches choose is taken.
 *
 * Within a question a person has one answer, each question is divided into at least `batchesMin` batches, and a batch is one
 * vote: so no person, in however many questions they address the model, has more than a third of the votes. Where the model and the
 * engine disagree on more than a third of the answers, and at any failure, the findings keep the engine's words.
 */
import type { DriverId } from '../../contract/drivers.ts'
import { limits } from '../../contract/limits.ts'
import { driversOfAnswer, seedOf, shuffled } from '../text/text.ts'
import { type Candidates, promptVersion, proposalFor, type SentAnswer, votesFor } from './prompt.ts'
import { type Ask, type Prompt, ProviderError } from './provider.ts'
import { areVotes, isProposal, type Proposal, type Votes } from './shapes.ts'
import { type Ground, groundOf, labelFrom, sentenceFrom } from './wording.ts'

export type PhrasingInput = {
  /** Released comments by question: within a question, each belongs to another person. */
  questions: readonly (readonly string[])[]
  /** Emergent themes, as the engine names them. */
  themes: readonly string[]
  /** Names of the directory: no label may hold one. */
  names: readonly string[]
  seed: string
}

export type Phrasing = {
  /** By the engine's name of a theme: the label to show, and the drivers of its answers that the engine found none for. */
  themes: Record<string, { label: string | null; drivers: DriverId[] }>
  summary: string[]
  version: string
}

/** Why the findings keep the engine's words; for the operator. Its cause is a request that failed and may be tried again. */
export class Unphrased extends Error {}

const batchesMin = 3
const batchSize = 30
const answersMax = 600
const disagreementMax = 1 / 3
const summaryMax = 3
const candidatesMax = 12

type Sent = SentAnswer & { about: ReadonlySet<string>; drivers: readonly DriverId[] }

/** @throws Unphrased */
export async function phrasingOf(ask: Ask, input: PhrasingInput, signal?: AbortSignal): Promise<Phrasing> {
  const batches = batchesOf(input)
  if (batches.length < batchesMin) throw new Unphrased('too few answers')
  const comments = batches.flatMap((batch) => batch.map(({ text }) => text))
  const ground = groundOf(comments, input.names)
  const themes = input.themes.map((words, index) => ({ theme: `t${index + 1}`, words }))
  const proposals: Proposal[] = []
  for (const batch of batches) {
    const reply = await replyTo(ask, proposalFor(themes, sentOf(batch)), signal)
    if (!isProposal(reply)) throw new Unphrased('a proposal of another shape')
    proposals.push(reply)
  }
  assertAgreement(batches, proposals)
  const candidates = candidatesOf(themes, batches, proposals, ground)
  const votes: Votes[] = []
  if (candidates.labels.length + candidates.sentences.length > 0)
    for (const batch of batches) {
      const reply = await replyTo(ask, votesFor(candidates, sentOf(batch)), signal)
      if (!areVotes(reply)) throw new Unphrased('votes of another shape')
      votes.push(reply)
    }
  const labels = chosenLabels(candidates, votes)
  return {
    themes: Object.fromEntries(
      themes.map(({ theme, words }) => [
        words,
        { label: labels.get(theme) ?? null, drivers: driversOfTheme(words, batches, proposals) },
      ]),
    ),
    summary: chosenSentences(candidates, batches, votes),
    version: promptVersion,
  }
}

async function replyTo(ask: Ask, prompt: Prompt, signal?: AbortSignal): Promise<unknown> {
  try {
    return await ask(prompt, signal)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Unphrased(error.message, { cause: error })
  }
}

const sentOf = (batch: readonly Sent[]): SentAnswer[] => batch.map(({ id, text }) => ({ id, text }))

/** Batches of shuffled answers to one question each; of very many answers, a sample. */
function batchesOf({ questions, themes, seed }: PhrasingInput): Sent[][] {
  const all = questions.reduce((count, comments) => count + comments.length, 0)
  const share = Math.min(1, answersMax / Math.max(1, all))
  let serial = 0
  return questions.flatMap((comments, place) => {
    const taken = shuffled(comments, seedOf(`${seed} ${place}`)).slice(0, Math.ceil(comments.length * share))
    // Batches of fewer than three answers can agree on nothing.
    if (taken.length < batchesMin * limits.themePeopleMin) return []
    const count = Math.max(batchesMin, Math.ceil(taken.length / batchSize))
    const batches = Array.from({ length: count }, (): Sent[] => [])
    taken.forEach((text, index) =>
      batches[index % count].push({
        id: `a${++serial}`,
        text,
        about: new Set(themes.filter((label) => mentionOf(label).test(text))),
        drivers: driversOfAnswer(text),
      }),
    )
    return batches
  })
}

/** The same match by which the engine finds quotes of a theme. */
const mentionOf = (label: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${label
      .split(', ')
      .map((part) => RegExp.escape(part))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )

type Tags = ReadonlyMap<string, readonly DriverId[]>

/** Tags of answers that were sent in this batch; others are ignored. */
const tagsIn = (batch: readonly Sent[], { tags }: Proposal): Tags => {
  const sent = new Set(batch.map(({ id }) => id))
  return new Map(tags.filter(({ id }) => sent.has(id)).map(({ id, drivers }) => [id, drivers]))
}

/** @throws Unphrased  the model and the engine disagree on more than a third of the answers that the engine could tag */
function assertAgreement(batches: readonly Sent[][], proposals: readonly Proposal[]): void {
  let compared = 0
  let apart = 0
  batches.forEach((batch, index) => {
    const tags = tagsIn(batch, proposals[index])
    for (const { id, drivers } of batch) {
      if (drivers.length === 0) continue
      compared++
      if (!tags.get(id)?.some((driver) => drivers.includes(driver))) apart++
    }
  })
  if (apart > compared * disagreementMax)
    throw new Unphrased('it reads the answers otherwise than the engine')
}

/** Drivers that the model tags in at least half, and at least three, of a theme's answers that the engine found none for. */
function driversOfTheme(
  words: string,
  batches: readonly Sent[][],
  proposals: readonly Proposal[],
): DriverId[] {
  const counts = new Map<DriverId, number>()
  let open = 0
  batches.forEach((batch, index) => {
    const tags = tagsIn(batch, proposals[index])
    for (const { id, about, drivers } of batch) {
      if (!about.has(words) || drivers.length > 0) continue
      open++
      for (const driver of new Set(tags.get(id) ?? [])) counts.set(driver, (counts.get(driver) ?? 0) + 1)
    }
  })
  return [...counts]
    .filter(([, count]) => count >= limits.themePeopleMin && count * 2 >= open)
    .map(([driver]) => driver)
    .toSorted()
}

/** How many different answers of a batch the ids name; ids that were not sent do not count. */
const supportIn = (batch: readonly Sent[], ids: readonly string[]): number => {
  const sent = new Set(batch.map(({ id }) => id))
  return new Set(ids.filter((id) => sent.has(id))).size
}

function candidatesOf(
  themes: readonly { theme: string; words: string }[],
  batches: readonly Sent[][],
  proposals: readonly Proposal[],
  ground: Ground,
): Candidates {
  const labels = themes.flatMap(({ theme, words }) => {
    const proposed = proposals.flatMap((proposal, index) =>
      proposal.labels
        .filter((one) => one.theme === theme && isSubset(batches[index], one.ids))
        .flatMap(({ label }) => labelFrom(label, ground) ?? []),
    )
    const choices = [words, ...distinct(proposed)].slice(0, candidatesMax)
    return choices.length < 2
      ? []
      : [{ theme, choices: choices.map((label, at) => ({ choice: `c${at}`, label })) }]
  })
  const sentences = proposals.flatMap((proposal, index) =>
    proposal.sentences
      .filter(
        ({ ids }) => isSubset(batches[index], ids) && supportIn(batches[index], ids) >= limits.themePeopleMin,
      )
      .flatMap(({ text }) => sentenceFrom(text, ground) ?? []),
  )
  return {
    labels,
    sentences: distinct(sentences)
      .slice(0, candidatesMax)
      .map((text, at) => ({ sentence: `s${at + 1}`, text })),
  }
}

const isSubset = (batch: readonly Sent[], ids: readonly string[]): boolean =>
  supportIn(batch, ids) === new Set(ids).size

const distinct = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
]

/** c0 is the engine's own name: a vote for it, or no vote, changes nothing. */
function chosenLabels({ labels }: Candidates, votes: readonly Votes[]): Map<string, string> {
  const chosen = new Map<string, string>()
  for (const { theme, choices } of labels)
    for (const { choice, label } of choices.slice(1)) {
      const count = votes.filter(
        (vote) => vote.labels.find((one) => one.theme === theme)?.choice === choice,
      ).length
      if (count * 2 > votes.length) chosen.set(theme, label)
    }
  return chosen
}

function chosenSentences(
  { sentences }: Candidates,
  batches: readonly Sent[][],
  votes: readonly Votes[],
): string[] {
  return sentences
    .map(({ sentence, text }) => {
      const support = votes.map((vote, index) =>
        supportIn(
          batches[index],
          vote.sentences.filter((one) => one.sentence === sentence).flatMap(({ ids }) => ids),
        ),
      )
      const batchesFor = support.filter((count) => count > 0).length
      return { text, batchesFor, answers: support.reduce((all, count) => all + count, 0) }
    })
    .filter(({ batchesFor, answers }) => batchesFor * 2 > votes.length && answers >= limits.kScoreMin)
    .toSorted((a, b) => b.answers - a.answers || (a.text < b.text ? -1 : 1))
    .slice(0, summaryMax)
    .map(({ text }) => text)
}
