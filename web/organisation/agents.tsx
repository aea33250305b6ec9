/** AI agents: which ones people may connect, and where they confirm what agents want to do to others. Allowing confirmations outside of Sonde needs a recent sign-in, so that is confirmed. */
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { confirmationPlaces } from '../../contract/confirmation-states.ts'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { AgentRule } from './agent-rule.tsx'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

const dialog = 'agents'

export function Agents({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const current = organisation.agent_confirmation
  const { isOpen, open, close } = useDialog(dialog)
  const [place, setPlace] = useState(isOpen ? 'anywhere' : current)
  const save = useOrganisationUpdate(organisation, say('saved'))
  return (
    <section className="card pad stack" aria-labelledby="agents">
      <div className="stack-tight">
        <h2 id="agents">{say('agents')}</h2>
        <p className="quiet">{say('agents_hint')}</p>
      </div>
      <AgentRule organisation={organisation} />
      <Radio.Group
        label={say('agent_confirmation')}
        value={place}
        onChange={(value) => setPlace(confirmationPlaces.find((one) => one === value) ?? current)}
      >
        <div className="stack-tight">
          {confirmationPlaces.map((one) => (
            <Radio key={one} value={one} label={say(`agent_confirmation_${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {!isOpen && <Refusal error={save.error} />}
      <div className={classes.ends}>
        <Button
          disabled={place === current}
          loading={save.isPending && !isOpen}
          onClick={() => (place === 'page' ? save.mutate({ agent_confirmation: place }) : open())}
        >
          {say('agent_confirmation_save')}
        </Button>
      </div>
      {isOpen && place !== current && (
        <Confirm
          name={dialog}
          title={say('agent_confirmation_title')}
          effect={say('agent_confirmation_less')}
          action={say('agent_confirmation_save')}
          onClose={() => {
            save.reset()
            close()
          }}
          onConfirm={() => save.mutate({ agent_confirmation: place })}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}
