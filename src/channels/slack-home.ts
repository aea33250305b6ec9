/**
 * The home tab of our app in Slack, which one person sees: what they may answer, each with a link. It holds nothing of what they have answered.
 * Source: Slack, home tab views: at most 100 blocks.
 */
import { joinSentences } from '../language.ts'
import type { Link } from './message.ts'
import { plain } from './slack-form.ts'

export type Home = {
  readonly title: string
  /** Below the title: why a survey stays, or that there is none. */
  readonly note: string
  readonly surveys: readonly HomeSurvey[]
}

export type HomeSurvey = {
  readonly title: string
  readonly until: string | null
  readonly promise: string
  /** Whose the link is: the tab says to nobody that it is theirs. */
  readonly personal: string
  readonly link: Link
}

/** Five blocks each, and two at the top. */
export const homeSurveysMax = 15

export const homeView = ({ title, note, surveys }: Home): object => ({
  type: 'home',
  blocks: [
    { type: 'header', text: plain(title, 150) },
    { type: 'context', elements: [plain(note, 2000)] },
    ...surveys.slice(0, homeSurveysMax).flatMap(surveyBlocks),
  ],
})

const surveyBlocks = ({ title, until, promise, personal, link }: HomeSurvey): object[] => [
  { type: 'divider' },
  { type: 'section', text: plain(title, 3000) },
  { type: 'context', elements: [plain(promise, 2000)] },
  {
    type: 'context',
    elements: [plain(joinSentences(until, personal), 1000)],
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'open', style: 'primary', text: plain(link.label, 75), url: link.url },
    ],
  },
]
