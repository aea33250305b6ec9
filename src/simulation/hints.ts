/** What the figures of a simulation mean for whoever is about to ask, in sentences. */
import { type Confidentiality } from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import { type Simulation } from '../../contract/simulation.ts'
import { peopleNeeded } from '../confidentiality/confidentiality.ts'

type Beside = {
  /** The lowest thresholds that the organisation allows. */
  floors: Confidentiality
  /** Why opening would refuse the breakdown. */
  fault: string | null
  /** Of the people asked, those who say something to a question. */
  share: number
}

/** Shown less often than this is not to be counted on. */
const usual = 0.5

export function hintsFor(simulation: Simulation, { floors, fault, share }: Beside): string[] {
  const { recipients, confidentiality: policy, everyone, teams } = simulation
  if (recipients === 0) return ['There is nobody to ask.']
  const hidden = teams.filter((team) => team.scores < usual)
  const withoutComments = teams.filter((team) => team.scores >= usual && team.comments < usual)
  const forScores = peopleNeeded(policy.k_score, share, limits.recipientsMax)
  const forComments = peopleNeeded(policy.k_comment, share, limits.recipientsMax)
  const atFloor = policy.k_score === floors.k_score && policy.k_comment === floors.k_comment
  return [
    ...(policy.mode === 'attributed'
      ? [
          `Attributed: the author and ${counted(policy.audience.length, 'named reader')} see each answer with its name. What follows is what everybody else sees.`,
        ]
      : []),
    ...(everyone.scores < usual && forScores
      ? [`Ask at least ${forScores} people: else scores will usually not be shown at all.`]
      : []),
    ...(everyone.comments < usual && forComments
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
    ...(hidden.length > 0 && atFloor
      ? [
          `A lower threshold is not possible here: ${policy.k_score} for scores and ${policy.k_comment} for comments are the lowest that the organisation allows.`,
        ]
      : []),
    ...(fault ? [`Opening will be refused. ${fault}.`] : []),
  ]
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function hiddenTeams(teams: Simulation['teams']): string {
  const most = Math.max(...teams.map((team) => team.people))
  return `${counted(teams.length, 'team')} of at most ${counted(most, 'member')} asked will usually see the figures of the team above, or everyone’s, instead of their own.`
}
