/** Where a reader writes to the person: a new message, or a draft of their own. What is typed stays while the page does. */
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import forms from '../ui/form.module.css'
import { type Message, type NamedAnswer, type Owner, useWriteMessage } from './answer-queries.ts'
import { answerTexts } from './answer-texts.ts'
import classes from './answers.module.css'
import { useRefusalText } from './refusal-text.ts'

type Props = {
  owner: Owner
  one: NamedAnswer
  /** null: a new one */
  draft: Message | null
  /** A draft is no longer edited. */
  onEnd: () => void
  /** What was done last, said beside the buttons: a toast would lie over them. */
  done: string
  onDone: (words: string) => void
}

/** By answer: a drawer that is closed by mistake loses no words. In memory alone. */
const unsent = new Map<string, string>()

export function MessageBox({ owner, one, draft, onEnd, done, onDone }: Props) {
  const say = useMessages(answerTexts)
  const refusalText = useRefusalText()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(draft?.text ?? unsent.get(one.id) ?? '')
  /** What an attempt has saved so far. */
  const saving = useRef<Message | null>(null)
  const [isBegun, setBegun] = useState(false)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (draft) field.current?.focus()
  }, [draft])
  const type = (words: string): void => {
    setText(words)
    if (draft) return
    if (words === '') unsent.delete(one.id)
    else unsent.set(one.id, words)
  }
  const writing = useWriteMessage({
    onDone: ({ state }) => {
      type('')
      saving.current = null
      onDone(say(state === 'published' ? 'sent' : 'saved'))
      if (draft) onEnd()
      else field.current?.focus()
    },
  })
  const send = (isPublished: boolean): void => {
    setMissing(text.trim() === '')
    if (text.trim() === '') return field.current?.focus()
    if (writing.isPending) return
    // Where publishing is refused, the draft that was saved is written further, and no second one.
    const onSaved = (saved: Message): void => void (saving.current = saved)
    writing.mutate({
      owner,
      responseId: one.id,
      text,
      draft: saving.current ?? draft,
      isPublished,
      onDraft: onSaved,
    })
  }
  const publish = (event: FormEvent): void => {
    event.preventDefault()
    send(true)
  }
  return (
    <form
      onSubmit={publish}
      className={`stack-tight ${classes.composer}`}
      // And stays so: what goes again when the focus does would move the button that takes it.
      onFocus={() => setBegun(true)}
      data-begun={isBegun || text !== '' || undefined}
    >
      <Textarea
        ref={field}
        label={say(draft ? 'your_draft' : 'your_message', { person: one.name })}
        description={say('timing', { person: one.name })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ description: classes.timing }}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        error={isMissing && text.trim() === '' ? say('text_missing') : undefined}
        maxLength={limits.messageTextLengthMax}
        rows={2}
        dir="auto"
      />
      {writing.error ? <Alert tone="bad">{refusalText(writing.error)}</Alert> : null}
      <div className={forms.ends}>
        <span role="status" className={`quiet small ${classes.done}`}>
          {done}
        </span>
        {draft && (
          <Button variant="subtle" onClick={onEnd}>
            {say('stop_editing')}
          </Button>
        )}
        <Button variant="default" onClick={() => send(false)} disabled={writing.isPending}>
          {say('save_draft')}
        </Button>
        <Button type="submit" loading={writing.isPending}>
          {say('send')}
        </Button>
      </div>
    </form>
  )
}
