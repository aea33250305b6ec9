/** The logo and the colour of what respondents see, drawn beside them, and which colour they will really see where the chosen one has too little contrast. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { accentsOf, contrastInTexts, contrastMin, ownAccents } from '../../contract/brand-colours.ts'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import formClasses from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { LookPreview } from './look-preview.tsx'
import classes from './look.module.css'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

export function Look({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const [draft, setDraft] = useState(organisation.colour ?? '')
  const colour = colourIn(draft)
  return (
    <section className="card pad stack" aria-labelledby="look">
      <div className="stack-tight">
        <h2 id="look">{say('look')}</h2>
        <p className="quiet">{say('look_hint')}</p>
      </div>
      <div className={classes.sides}>
        <div className="stack">
          <LogoField organisation={organisation} />
          <ColourField organisation={organisation} draft={draft} onChange={setDraft} />
        </div>
        <LookPreview organisation={organisation} accents={colour === null ? ownAccents : accentsOf(colour)} />
      </div>
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

/** Null while none is typed, or not all of it. */
function colourIn(draft: string): string | null {
  const typed = draft.trim().toLowerCase()
  return /^#[0-9a-f]{6}$/.test(typed) ? typed : null
}

type ColourProps = { organisation: Organisation; draft: string; onChange: (draft: string) => void }

function ColourField({ organisation, draft, onChange }: ColourProps) {
  const say = useMessages(organisationTexts)
  const save = useOrganisationUpdate(organisation, say('saved'))
  const colour = colourIn(draft)
  const isGood = colour !== null || draft.trim() === ''
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
        placeholder={ownAccents.light.fill}
        value={draft}
        maxLength={7}
        spellCheck={false}
        error={isGood ? null : say('colour_invalid')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        leftSectionWidth={44}
        leftSection={
          <input
            type="color"
            className={classes.swatch}
            aria-label={say('colour_pick')}
            value={colour ?? ownAccents.light.fill}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {colour !== null && <Contrast colour={colour} />}
      <Refusal error={save.error} />
      <div className={formClasses.ends}>
        <Button type="submit" disabled={!isGood || !isChanged} loading={save.isPending}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}

const themes = ['light', 'dark'] as const

/** Rounded down: what is too little must not look like enough. */
const shownRatio = (ratio: number): number => Math.floor(ratio * 10) / 10

/** In words, of each theme. */
function Contrast({ colour }: { colour: string }) {
  const say = useMessages(organisationTexts)
  const accents = accentsOf(colour)
  return (
    <ul className={classes.shown} aria-live="polite">
      {themes.map((theme) => {
        const { accent } = accents[theme]
        return (
          <li key={theme} className="small">
            <span className={classes.chip} style={{ background: accent }} aria-hidden />
            <span>
              {say(accent === colour ? `colour_${theme}_same` : `colour_${theme}_other`, { colour: accent })}{' '}
              <span className="quiet">
                {say('colour_contrast', {
                  ratio: shownRatio(contrastInTexts(colour, theme)),
                  least: contrastMin,
                })}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
