/** Search and filters over answers by name. */
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { useAddress } from '../ui/address.ts'
import { FoldedFilters, UrlFilters, UrlSearch, UrlSelect } from '../ui/url-filters.tsx'
import type { Answers, Asked } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import { withOptions } from './answers-grid.tsx'
import { hasTeams, headingOf } from './people-table.tsx'

const shortMax = 40

const shortHeadingOf = (one: Asked, at: number): string => {
  const { text } = one
  const words = text.length > shortMax ? `${text.slice(0, shortMax).trimEnd()}…` : text
  return headingOf({ ...one, text: words }, at)
}

type Props = {
  first: Answers | undefined
  /** Of questions it offers those that a grid shows. */
  isGrid: boolean
  picker: ReactNode
}

export function AnswerFilters({ first, isGrid, picker }: Props) {
  const say = useMessages(answerTexts)
  const { values } = useAddress()
  const { asked = [], teams = [] } = first ?? {}
  const offered = isGrid ? withOptions(asked) : asked
  return (
    <UrlFilters>
      <UrlSearch label={say('search')} placeholder={say('search_short')} />
      <FoldedFilters params={['team', 'question', 'conversation']}>
        {(hasTeams(first) || values.team !== undefined) && (
          <UrlSelect
            label={say('team')}
            param="team"
            all={say('all_teams')}
            options={teams.map(({ team_id: value, name: label }) => ({ value, label }))}
          />
        )}
        {(offered.length > 1 || values.question !== undefined) && (
          <UrlSelect
            label={say('question')}
            param="question"
            all={say('all_questions')}
            options={offered.map((one) => ({
              value: one.id,
              label: shortHeadingOf(one, asked.indexOf(one)),
            }))}
          />
        )}
        <UrlSelect
          label={say('conversation')}
          param="conversation"
          all={say('all_answers')}
          options={(['any', 'unanswered'] as const).map((value) => ({
            value,
            label: say(`conversation_${value}`),
          }))}
        />
        {picker}
      </FoldedFilters>
    </UrlFilters>
  )
}
