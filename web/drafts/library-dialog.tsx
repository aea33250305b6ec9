/** The questions that the organisation keeps, to be put into a survey. Figures are joined by a question’s id, so each is asked once. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { driverTexts } from '../drivers/driver-texts.ts'
import { useMessages } from '../messages.ts'
import { Modal } from '../ui/modal.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { allTemplates, type LibraryQuestion, libraryQuestions } from './draft-queries.ts'
import { testedIn } from './tested.ts'
import classes from './new-survey.module.css'
import { libraryTexts } from './library-texts.ts'

type Props = {
  /** Questions that are asked already. */
  asked: readonly string[]
  onInsert: (kept: Pick<LibraryQuestion, 'questions' | 'translations'>) => void
  onClose: () => void
}

export function LibraryDialog({ asked, onInsert, onClose }: Props) {
  const say = useMessages(libraryTexts)
  const sayDriver = useMessages(driverTexts)
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const own = useQuery(libraryQuestions)
  const ownTexts = new Set(own.data?.map(({ questions: [{ text }] }) => text))
  return (
    <Modal onClose={onClose} title={<strong>{say('heading')}</strong>} size="lg">
      <div className="stack">
        <p>{say('hint')}</p>
        <TextInput
          label={say('search')}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          data-autofocus
        />
        <QueryState query={own}>
          {(all) => {
            const found = all.filter(({ title, purpose, questions: [{ text }] }) =>
              `${title} ${purpose} ${text}`.toLowerCase().includes(wanted),
            )
            if (found.length === 0)
              return <p className="quiet">{say(all.length === 0 ? 'none' : 'no_match')}</p>
            return (
              <ul className={classes.library}>
                {found.map((kept) => (
                  <Item
                    key={kept.id}
                    kept={kept}
                    isAsked={asked.includes(kept.questions[0].id)}
                    onInsert={() => onInsert(kept)}
                  />
                ))}
              </ul>
            )
          }}
        </QueryState>
        <h3>{say('built_in')}</h3>
        <QueryState query={useQuery(allTemplates)}>
          {(all) => (
            <>
              {[
                ...Map.groupBy(
                  // Of two with the same words it is the one that the organisation keeps.
                  testedIn(all, words).filter(({ question }) => !ownTexts.has(question.text)),
                  ({ driver }) => driver,
                ),
              ].map(([driver, those]) => (
                <section key={driver} aria-labelledby={`insert-${driver}`}>
                  <h4 id={`insert-${driver}`}>{sayDriver(driver)}</h4>
                  <ul className={classes.library}>
                    {those.map(({ question, translations }) => (
                      <li key={question.id} className="card pad">
                        <strong>{question.text}</strong>
                        <Insert
                          title={question.text}
                          isAsked={asked.includes(question.id)}
                          onInsert={() => onInsert({ questions: [question], translations })}
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </>
          )}
        </QueryState>
      </div>
    </Modal>
  )
}

type ItemProps = { kept: LibraryQuestion; isAsked: boolean; onInsert: () => void }

function Item({ kept, isAsked, onInsert }: ItemProps) {
  const say = useMessages(libraryTexts)
  const { title, purpose, usage, language } = kept
  const { text } = kept.questions[0]
  return (
    <li className="card pad">
      <div>
        <strong>{title}</strong>
        {text !== title && <div lang={language ?? undefined}>{text}</div>}
        {purpose !== '' && <div className="quiet small">{purpose}</div>}
        <div className="quiet small">{say('used', { count: usage.surveys })}</div>
      </div>
      <Insert title={title} isAsked={isAsked} onInsert={onInsert} />
    </li>
  )
}

type InsertProps = { title: string; isAsked: boolean; onInsert: () => void }

function Insert({ title, isAsked, onInsert }: InsertProps) {
  const say = useMessages(libraryTexts)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isAsked}
      aria-label={say('insert_of', { title })}
      onClick={onInsert}
    >
      {say(isAsked ? 'asked' : 'insert')}
    </Button>
  )
}
