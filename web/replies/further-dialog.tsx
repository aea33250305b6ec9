/** One more question to the people who were asked about a finding: the draft of a pulse, which its author looks at before they send it. */
import { Button, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { explain } from '../api.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import forms from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { useAskFurther } from './reply-queries.ts'
import { replyTexts } from './reply-texts.ts'

export function FurtherDialog({ insightId, onClose }: { insightId: string; onClose: () => void }) {
  const say = useMessages(replyTexts)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const asking = useAskFurther({
    onDone: ({ id }) => void navigate({ to: '/app/pulses/$pulse/edit', params: { pulse: id } }),
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(text.trim() === '')
    if (text.trim() !== '' && !asking.isPending) asking.mutate({ insightId, text })
  }
  return (
    <Modal onClose={onClose} title={<strong>{say('further_title')}</strong>} size="lg">
      <form onSubmit={send} className="stack">
        <p>{say('further_hint')}</p>
        <Textarea
          label={say('further_text')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={isMissing && text.trim() === '' ? say('further_missing') : undefined}
          maxLength={limits.textLengthMax}
          rows={3}
          data-autofocus
        />
        <p className="quiet small">{say('further_rules')}</p>
        {asking.error ? <Alert tone="bad">{explain(asking.error)}</Alert> : null}
        <div className={forms.ends}>
          <Button variant="default" onClick={onClose} disabled={asking.isPending}>
            {say('cancel')}
          </Button>
          <Button type="submit" loading={asking.isPending}>
            {say('further_draft')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
