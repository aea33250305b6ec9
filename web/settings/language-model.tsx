/** Agreeing to the operator's language model, and ending that: what leaves the house by it, and what never does. */
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { saidOf } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { Ask } from './ask.tsx'
import { type Organisation, useSave } from './organisation-saving.tsx'
import classes from './settings.module.css'

export function LanguageModel({ organisation }: { organisation: Organisation }) {
  const [asks, setAsks] = useState(false)
  const save = useSave(organisation, 'Saved')
  const agrees = organisation.language_model
  return (
    <section className="card pad stack" aria-labelledby="model">
      <div className="stack-tight">
        <h2 id="model">Language model</h2>
        <p className="quiet">
          A language model can put findings into words. It sees comments that may be shown anyway, redacted
          and of enough people, once a collection has closed, and never one that speaks of harm. It changes no
          figure. People are told before they answer; what opened before you agreed is never sent.
        </p>
      </div>
      <Switch
        classNames={{ track: classes.track }}
        label={agrees ? `Agreed, to ${organisation.language_model_host}` : 'Comments may be sent to it'}
        description={
          agrees
            ? 'To this host alone: another one would be asked about anew.'
            : 'Off: nothing is sent anywhere.'
        }
        checked={agrees}
        disabled={save.isPending}
        onChange={() => (agrees ? save.mutate({ language_model: false }) : setAsks(true))}
      />
      {save.error && !asks ? <Alert tone="bad">{saidOf(save.error)}</Alert> : null}
      {asks && (
        <Ask
          title="Agree to the language model"
          says="From the next collection that opens, comments that may be shown are sent to the host that the operator of this service has set up. People who are asked read so before they answer."
          action="Agree"
          onClose={() => {
            save.reset()
            setAsks(false)
          }}
          onConfirm={() => save.mutate({ language_model: true })}
          busy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}
