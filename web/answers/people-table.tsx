/** A row for each person with all that they answered. Every row opens their answers at the side. */
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { searchWith, useAddress } from '../ui/address.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import type { List } from '../ui/list.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import text from '../ui/text.module.css'
import { exactTime, momentOf } from '../ui/time.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { AnswerInShort } from './answer-in-short.tsx'
import type { Answers, Asked, NamedAnswer } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import classes from './answers.module.css'
import { answerTo, type Order, sortAfter } from './people.ts'

type Props = {
  list: List<NamedAnswer>
  first: Answers | undefined
  order: Order
  /** The one question that is shown, where the address names one. */
  question: string | undefined
  empty: ReactNode
}

export function PeopleTable({ list, first, order, question, empty }: Props) {
  const say = useMessages(answerTexts)
  return (
    <DataTable
      label={say('title')}
      list={list}
      columns={useColumns(first, { order, question, isWhole: list.loadMore === null })}
      keyOf={({ id }) => id}
      countText={(count) => say('count', { count })}
      empty={empty}
      scrolls
    />
  )
}

/** “2. What got in the way?”: numbered as in the survey, so that two are never called the same. */
export const headingOf = ({ text: words }: Asked, at: number): string => `${at + 1}. ${words}`

/** The name of a person as a link to their answers, and whether somebody waits for a reply. */
export function NameLink({ one: { id, name, conversation } }: { one: NamedAnswer }) {
  const say = useMessages(answerTexts)
  return (
    <span className={classes.person}>
      <Link
        to="."
        search={searchWith({ answer: id })}
        resetScroll={false}
        className={`${text.name} ${classes.name}`}
      >
        <span dir="auto">{name}</span>
        <IconChevronRight size={16} aria-hidden />
      </Link>
      {conversation && (
        <span className={classes.talk}>
          <span className="quiet small figures">{say('messages', { count: conversation.messages })}</span>
          {conversation.last_sender === 'respondent' && (
            <StatusBadge tone="warn">{say('awaits_reply')}</StatusBadge>
          )}
        </span>
      )}
    </span>
  )
}

/** When somebody answered: a time, because “a minute ago” says the same of all of them. */
export const AnsweredAt = ({ at }: { at: string | null }) =>
  at && (
    <Tooltip label={exactTime(at)}>
      <time dateTime={at}>{momentOf(at)}</time>
    </Tooltip>
  )

type Shown = { order: Order; question: string | undefined; isWhole: boolean }

function useColumns(first: Answers | undefined, { order, question, isWhole }: Shown): Column<NamedAnswer>[] {
  const say = useMessages(answerTexts)
  const { change } = useAddress()
  const numbered = (first?.asked ?? []).map((one, at) => ({ one, at }))
  const only = numbered.filter(({ one }) => one.id === question)
  const sortBy = (by: string, isWideOnly = false) =>
    isWhole && {
      sort: {
        direction: order.by !== by ? null : order.isDescending ? 'descending' : 'ascending',
        onSort: () => change({ sort: sortAfter(order, by) }),
        isWideOnly,
      } as const,
    }
  return [
    {
      header: say('name'),
      ...sortBy('name'),
      cell: (one) => <NameLink one={one} />,
    },
    ...(hasTeams(first)
      ? [
          {
            header: say('team'),
            cell: ({ team_name: team }: NamedAnswer) =>
              team ?? <span className="quiet">{say('everyone')}</span>,
          },
        ]
      : []),
    ...(only.length > 0 ? only : numbered).map(({ one, at }) => ({
      header: headingOf(one, at),
      isLong: true,
      ...sortBy(one.id, true),
      cell: (person: NamedAnswer) => <AnswerInShort asked={one} answer={answerTo(person, one)} />,
    })),
    {
      header: say('when'),
      ...sortBy('at'),
      cell: ({ submitted_at: at }) => <AnsweredAt at={at} />,
    },
  ]
}

/** One team reveals nothing about anybody. */
export const hasTeams = (first: Answers | undefined): boolean => (first?.teams.length ?? 0) > 1
