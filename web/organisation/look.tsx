/** The logo and the colour of what respondents see, and which colour they will really see where the chosen one has too little contrast. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { accentsOf } from '../../contract/brand-colours.ts'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import formClasses from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import classes from './look.module.css'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

export function Look({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  return (
    <section className="card pad stack" aria-labelledby="look">
      <div className="stack-tight">
        <h2 id="look">{say('look')}</h2>
        <p className="quiet">{say('look_hint')}</p>
      </div>
      <LogoField organisation={organisation} />
      <ColourField organisation={organisation} />
    </section>
  )
}

function LogoField({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const save = useOrganisationUpdate(organisation, say('saved'))
  const take = async (file: File): Promise<void> => {
    setTooLarge(file.size > limits.logoBytesMax)
    if (file.size <= limits.logoBytesMax) save.mutate({ logo: { data: await dataOf(file) } })
  }
  const { logo } = organisation
  return (
    <div className="stack-tight">
      {logo ? (
        <img
          className={classes.logo}
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={say('logo_of', { organisation: organisation.name })}
        />
      ) : (
        <p>{say('logo_none')}</p>
      )}
      <p className="quiet small">
        {say('logo_rules', { kilobytes: limits.logoBytesMax / 1024, pixels: limits.logoPixelsMax })}
      </p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void take(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {isTooLarge && <Alert tone="bad">{say('logo_too_large')}</Alert>}
      <Refusal error={save.error} />
      <div className={formClasses.ends}>
        {logo && (
          <Button variant="subtle" loading={save.isPending} onClick={() => save.mutate({ logo: null })}>
            {say('logo_remove')}
          </Button>
        )}
        <Button variant="default" loading={save.isPending} onClick={() => input.current?.click()}>
          {say(logo ? 'logo_replace' : 'logo_choose')}
        </Button>
      </div>
    </div>
  )
}

/** In Base64, without what a data URL says before it. */
async function dataOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(String.fromCharCode(...bytes))
}

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

function ColourField({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const [draft, setDraft] = useState(organisation.colour ?? '')
  const save = useOrganisationUpdate(organisation, say('saved'))
  const typed = draft.trim().toLowerCase()
  const colour = isColour(typed) ? typed : null
  const isGood = colour !== null || typed === ''
  const isChanged = colour !== organisation.colour
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isGood && isChanged) save.mutate({ colour })
  }
  return (
    <form onSubmit={submit} className="stack-tight">
      <TextInput
        label={say('colour')}
        description={say('colour_hint')}
        placeholder="#4f46e5"
        value={draft}
        maxLength={7}
        spellCheck={false}
        error={isGood ? null : say('colour_invalid')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      {colour !== null && <Shown colour={colour} />}
      <Refusal error={save.error} />
      <div className={formClasses.ends}>
        <Button type="submit" disabled={!isGood || !isChanged} loading={save.isPending}>
          {say('colour_save')}
        </Button>
      </div>
    </form>
  )
}

const themes = ['light', 'dark'] as const

/** A button of each theme, as respondents get it. */
function Shown({ colour }: { colour: string }) {
  const say = useMessages(organisationTexts)
  const accents = accentsOf(colour)
  return (
    <ul className={classes.shown} aria-live="polite">
      {themes.map((theme) => {
        const { accent, fill, onFill } = accents[theme]
        return (
          <li key={theme}>
            <span
              className={classes.sample}
              style={{ background: fill, color: onFill, borderColor: accent }}
              aria-hidden
            >
              {say('colour_sample')}
            </span>
            <span>
              {say(accent === colour ? `colour_${theme}_same` : `colour_${theme}_other`, { colour: accent })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
