/** One answer as it was given: a place on its scale, what was chosen, words as they were written. */
import { IconCheck } from '@tabler/icons-react'
import { unitOf } from '../../contract/form-items.ts'
import { useMessages } from '../messages.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { wordsFor } from '../results/result-words.ts'
import { Chip } from '../ui/status-badge.tsx'
import { formatFigure, formatWithUnit } from '../ui/number-format.ts'
import type { Answer, Asked } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import { choicesOf, endLabelsOf, type Position, positionOf, shortOf } from './answer-words.ts'
import classes from './answers.module.css'

type Props = {
  asked: Asked
  answer: Answer | undefined
  /** The language of the question and its options. */
  language: string | undefined
}

export function AnswerView({ asked, answer, language }: Props) {
  const say = useMessages(answerTexts)
  const words = wordsFor(useMessages(resultsTexts))
  const short = answer && shortOf(say, { asked, answer }, words)
  if (!answer || !short) return <p className="quiet">{say('no_answer')}</p>
  const position = positionOf({ asked, answer }, words)
  if (position) return <Scale asked={asked} position={position} short={short} language={language} />
  if (asked.type === 'text') return <Words answer={answer} />
  if (asked.type === 'ranking' || asked.type === 'multi_choice' || asked.type === 'single_choice') {
    const List = asked.type === 'ranking' ? 'ol' : 'ul'
    return (
      <List className={classes.choices} lang={language} data-ranked={asked.type === 'ranking' || undefined}>
        {choicesOf({ asked, answer }, words).map((choice) => (
          <li key={choice} dir="auto">
            {asked.type !== 'ranking' && <IconCheck size={16} aria-hidden />}
            {choice}
          </li>
        ))}
      </List>
    )
  }
  return <p className="figures">{short}</p>
}

function Words({ answer: { text, do_not_quote: isPrivate } }: { answer: Answer }) {
  const say = useMessages(answerTexts)
  return (
    <>
      {/* Nobody knows the language of what a person writes: none is better than a wrong one. */}
      <p className={classes.words} lang="" dir="auto">
        {text}
      </p>
      {isPrivate && (
        <p>
          <Chip>{say('do_not_quote')}</Chip>
        </p>
      )}
    </>
  )
}

/** More are a line with a place on it. */
const cellsMax = 11

type ScaleProps = { asked: Asked; position: Position; short: string; language: string | undefined }

function Scale({ asked, position: { value, min, max }, short, language }: ScaleProps) {
  const say = useMessages(answerTexts)
  const ends = endLabelsOf(asked)
  const count = max - min + 1
  const label = ends
    ? say('on_scale_named', { answer: short, min, max, low: ends[0], high: ends[1] })
    : say('on_scale', { answer: short, min, max })
  return (
    <div className={classes.scale}>
      {/* The place says it already, except for its own word. */}
      {(count > cellsMax || short !== say('of_max', { value, max })) && (
        <p className="figures" aria-hidden="true" dir="auto">
          {short}
        </p>
      )}
      <div role="img" aria-label={label}>
        {count <= cellsMax ? (
          <div className={classes.cells}>
            {Array.from({ length: count }, (_none, at) => (
              <span key={at} data-chosen={min + at === value || undefined}>
                {min + at}
              </span>
            ))}
          </div>
        ) : (
          <div className={classes.line}>
            <span style={{ insetInlineStart: `${((value - min) / (max - min)) * 100}%` }} />
          </div>
        )}
      </div>
      {(ends || count > cellsMax) && (
        <p className={classes.ends} lang={language} aria-hidden="true">
          <span dir="auto">{ends?.[0] ?? formatWithUnit(formatFigure(min), unitOf(asked))}</span>
          <span dir="auto">{ends?.[1] ?? formatWithUnit(formatFigure(max), unitOf(asked))}</span>
        </p>
      )}
    </div>
  )
}
