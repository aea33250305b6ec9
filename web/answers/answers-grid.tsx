/** Who chose what: for each question with options a table of people by options, with how many chose each. */
import { IconCheck } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { labelOfValue } from '../results/question-view.ts'
import { wordsFor } from '../results/result-words.ts'
import { LoadMore } from '../ui/load-more.tsx'
import type { List } from '../ui/list.ts'
import { formatNumber } from '../ui/number-format.ts'
import type { Answers, Asked, NamedAnswer } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import classes from './grid.module.css'
import { answerTo } from './people.ts'
import { headingOf, NameLink } from './people-table.tsx'

/** What stands for an answer in one's own words. */
const otherValue = 'other'

/** Those that a grid shows. */
export const withOptions = (asked: readonly Asked[]): Asked[] =>
  asked.filter(({ type }) => type === 'single_choice' || type === 'multi_choice')

type Props = { list: List<NamedAnswer>; first: Answers; question: string | undefined }

export function AnswersGrid({ list, first: { asked, language }, question }: Props) {
  const say = useMessages(answerTexts)
  const people = list.data ?? []
  const all = withOptions(asked)
  const chosen = all.filter(({ id }) => id === question)
  return (
    <div className="stack" data-stale={list.isStale || undefined}>
      {(chosen.length > 0 ? chosen : all).map((one) => (
        <QuestionGrid
          key={one.id}
          asked={one}
          heading={headingOf(one, asked.indexOf(one))}
          language={language ?? undefined}
          people={people}
        />
      ))}
      <div className="row-between">
        <p className="quiet small figures" role="status">
          {say('count', { count: people.length })}
        </p>
        <LoadMore list={list} size="xs" />
      </div>
    </div>
  )
}

type GridProps = {
  asked: Asked
  heading: string
  language: string | undefined
  people: readonly NamedAnswer[]
}

function QuestionGrid({ asked, heading, language, people }: GridProps) {
  const say = useMessages(answerTexts)
  const words = wordsFor(useMessages(resultsTexts))
  const choicesOf = (one: NamedAnswer): readonly unknown[] => {
    const answer = answerTo(one, asked)
    if (!answer) return []
    const { value = [], text } = answer
    return [...(Array.isArray(value) ? value : [value]), ...(text ? [otherValue] : [])]
  }
  const options = 'options' in asked ? asked.options.map(({ id }) => id) : []
  const hasOther = people.some((one) => choicesOf(one).includes(otherValue))
  const columns = hasOther && !options.includes(otherValue) ? [...options, otherValue] : options
  return (
    <div className={`card ${classes.frame}`}>
      <h2 className={classes.title} lang={language} dir="auto">
        {heading}
      </h2>
      <div className={classes.scroll} role="region" aria-label={heading} tabIndex={0}>
        <table className={classes.grid}>
          <thead>
            <tr>
              <th scope="col">{say('name')}</th>
              {columns.map((id) => (
                <th key={id} scope="col" lang={language} dir="auto">
                  {labelOfValue({ asked }, id, words)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((one) => {
              const choices = choicesOf(one)
              return (
                <tr key={one.id} data-row={one.id}>
                  <th scope="row">
                    <NameLink one={one} />
                  </th>
                  {choices.length === 0 ? (
                    <td colSpan={columns.length} className="quiet small">
                      {say('no_answer')}
                    </td>
                  ) : (
                    columns.map((id) => (
                      <td key={id} data-chosen={choices.includes(id) || undefined}>
                        {choices.includes(id) && (
                          <>
                            <IconCheck size={18} aria-hidden />
                            <span className="visually-hidden">{say('chosen')}</span>
                          </>
                        )}
                      </td>
                    ))
                  )}
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('sum')}</th>
              {columns.map((id) => {
                const sum = people.filter((one) => choicesOf(one).includes(id)).length
                return (
                  <td key={id} className="figures" data-none={sum === 0 || undefined}>
                    {formatNumber(sum)}
                  </td>
                )
              })}
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}
