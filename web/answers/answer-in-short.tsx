/** One answer in a cell of a list: as much of it as two lines have room for. */
import { useMessages } from '../messages.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { wordsFor } from '../results/result-words.ts'
import type { Answer, Asked } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import { shortOf } from './answer-words.ts'
import classes from './answers.module.css'

type Props = { asked: Asked; answer: Answer | undefined }

export function AnswerInShort({ asked, answer }: Props) {
  const say = useMessages(answerTexts)
  const words = wordsFor(useMessages(resultsTexts))
  const short = answer && shortOf(say, { asked, answer }, words)
  if (!short) return <span className="quiet">{say('no_answer')}</span>
  // Nobody knows the language of what a person writes.
  return (
    <span className={classes.short} dir="auto" lang={asked.type === 'text' ? '' : undefined}>
      {short}
    </span>
  )
}
