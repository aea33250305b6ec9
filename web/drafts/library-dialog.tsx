/** The questions that the organisation keeps, to be put into a survey. Figures are joined by a question’s id, so each is asked once. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { Modal } from '../ui/modal.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { type LibraryQuestion, libraryQuestions } from './draft-queries.ts'
import classes from './new-survey.module.css'
import { libraryTexts } from './library-texts.ts'

type Props = {
  /** Questions that are asked already. */
  asked: readonly string[]
  onInsert: (kept: LibraryQuestion) => void
  onClose: () => void
}

export function LibraryDialog({ asked, onInsert, onClose }: Props) {
  const say = useMessages(libraryTexts)
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
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
        <QueryState query={useQuery(libraryQuestions)}>
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
      <Button
        size="compact-sm"
        variant="default"
        disabled={isAsked}
        aria-label={say('insert_of', { title })}
        onClick={onInsert}
      >
        {say(isAsked ? 'asked' : 'insert')}
      </Button>
    </li>
  )
}
