/** What the figures of a simulation mean for the author, in sentences. */
import type { Confidentiality } from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import type { Simulation } from '../../contract/simulation.ts'
import { peopleNeeded } from '../confidentiality/confidentiality.ts'

type Context = {
  /** The lowest thresholds that the organisation allows. */
  minimum: Confidentiality
  /** Why opening would refuse the breakdown. */
  refusal: string | null
  /** The attribute of the breakdown, where the season's groups cannot be divided by it. */
  unseen: string | null
  /** The share of the people asked who answer a question. */
  share: number
  /** How many teams count further up, because too few of their people draw a code. */
  merged: number
}

/** A figure that is shown less often than this cannot be relied on. */
const usualShare = 0.5

export function hintsFor(
  simulation: Simulation,
  { minimum, refusal, unseen, share, merged }: Context,
): string[] {
  const { recipients, confidentiality: policy, everyone, teams } = simulation
  if (recipients === 0) return ['There is nobody to ask.']
  const hidden = teams.filter((team) => team.scores < usualShare)
  const withoutComments = teams.filter((team) => team.scores >= usualShare && team.comments < usualShare)
  const forScores = peopleNeeded(policy.k_score, share, limits.recipientsMax)
  const forComments = peopleNeeded(policy.k_comment, share, limits.recipientsMax)
  const isMinimal = policy.k_score === minimum.k_score && policy.k_comment === minimum.k_comment
  return [
    ...(policy.mode === 'attributed'
      ? [
          `Attributed: the author and ${counted(policy.audience.length, 'named reader')} see each answer with its name. What follows is what everybody else sees.`,
        ]
      : []),
    ...(everyone.scores < usualShare && forScores
      ? [`Ask at least ${forScores} people: else scores will usually not be shown at all.`]
      : []),
    ...(everyone.comments < usualShare && forComments
      ? [`Ask at least ${forComments} people: else comments will usually not be shown at all.`]
      : []),
    ...(hidden.length > 0 ? [hiddenTeams(hidden)] : []),
    ...(withoutComments.length > 0
      ? [
          `${counted(withoutComments.length, 'team')} will usually see scores of their own, but no comments of their own.`,
        ]
      : []),
    ...(hidden.length > 0 && forScores
      ? [
          `At this rate a team needs about ${forScores} people to see scores${forComments ? `, and ${forComments} to read comments` : ''}.`,
        ]
      : []),
    ...(hidden.length > 0 && isMinimal
      ? [
          `A lower threshold is not possible here: ${policy.k_score} for scores and ${policy.k_comment} for comments are the lowest that the organisation allows.`,
        ]
      : []),
    ...(merged > 0
      ? [
          `${counted(merged, 'team')} will have no figures of their own: too few of their people draw a code, so all of them count in the team above.`,
        ]
      : []),
    ...(simulation.season ? seasonHints(simulation) : []),
    ...(unseen === null
      ? []
      : [
          `No figures by ${unseen} will be shown: this season people count in groups that would be too small if they were divided by it.`,
        ]),
    ...(refusal ? [`Opening will be refused. ${refusal}.`] : []),
  ]
}

const counted = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : noun === 'person' ? 'people' : `${noun}s`}`

/** Days in UTC: the hour in which a season ends matters little. */
function seasonHints({ season, teams }: Simulation): string[] {
  if (!season) return []
  const until = (season.quiet_until ?? season.ends_at).slice(0, 10)
  const nameOf = (id: string | null): string =>
    teams.find((team) => team.team_id === id)?.name ?? 'several teams'
  const names = [...new Set(season.sitting_out.map(({ team_id }) => nameOf(team_id)))].slice(0, namesMax)
  const people = season.sitting_out.reduce((sum, group) => sum + group.people, 0)
  return [
    ...(people > 0
      ? [
          `${counted(people, 'person')} will not be counted before ${until}, because ${season.quiet_until === null ? 'somebody of their group is not asked' : 'their group has changed since the surveys before'} (${names.join(', ')}): the difference to the last survey would be the answers of one person or a few.`,
        ]
      : []),
    ...(season.waiting > 0
      ? [
          `${counted(season.waiting, 'newcomer')} will not be counted before ${until}, unless enough others join them to be a group of their own.`,
        ]
      : []),
  ]
}

/** A sentence lists no more teams than this. */
const namesMax = 5

function hiddenTeams(teams: Simulation['teams']): string {
  const most = Math.max(...teams.map((team) => team.people))
  return `${counted(teams.length, 'team')} of at most ${counted(most, 'member')} asked will usually see the figures of the team above, or everyone’s, instead of their own.`
}
