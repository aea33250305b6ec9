/** Search and filters over answers by name. On a phone the filters are behind one button, so that the first answer is in sight. */
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../messages.ts'
import { useAddress } from '../ui/address.ts'
import { UrlFilters, UrlSearch, UrlSelect } from '../ui/url-filters.tsx'
import type { Answers, Asked } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import classes from './answers.module.css'
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
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { asked = [], teams = [] } = first ?? {}
  const offered = isGrid ? withOptions(asked) : asked
  const set = [values.team, values.question, values.conversation].filter(Boolean).length
  return (
    <UrlFilters>
      <UrlSearch label={say('search')} />
      <Button
        variant="default"
        className={classes.unfold}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {set > 0 ? say('filters_set', { count: set }) : say('filters')}
      </Button>
      <div id={id} className={classes.filters} data-open={isOpen || undefined}>
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
      </div>
    </UrlFilters>
  )
}
