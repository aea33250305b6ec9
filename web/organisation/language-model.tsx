/** Agreeing to the operator's language model, and ending that: what leaves the house by it, and what never does. */
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { explain } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { useMessages } from '../messages.ts'
import { organisationTexts } from './organisation-texts.ts'

export function LanguageModel({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const [isAsking, setAsking] = useState(false)
  const save = useOrganisationUpdate(organisation, say('saved'))
  const agrees = organisation.language_model
  return (
    <section className="card pad stack" aria-labelledby="model">
      <div className="stack-tight">
        <h2 id="model">{say('language_model')}</h2>
        <p className="quiet">{say('language_model_hint')}</p>
      </div>
      <Switch
        classNames={{ track: classes.track }}
        label={agrees ? say('model_on', { host: organisation.language_model_host ?? '' }) : say('model_off')}
        description={agrees ? say('model_on_hint') : say('model_off_hint')}
        checked={agrees}
        disabled={save.isPending}
        onChange={() => (agrees ? save.mutate({ language_model: false }) : setAsking(true))}
      />
      {save.error && !isAsking ? <Alert tone="bad">{explain(save.error)}</Alert> : null}
      {isAsking && (
        <Confirm
          title={say('agree_title')}
          effect={say('agree_effect')}
          action={say('agree')}
          onClose={() => {
            save.reset()
            setAsking(false)
          }}
          onConfirm={() => save.mutate({ language_model: true })}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}
