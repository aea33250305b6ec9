/**
 * Slips to print: ten on a page, each envelope on pages of its own, in a language that those who draw them read. They are in memory alone, and
 * the page says so: nothing closes this but saying that they are printed. On paper there is nothing else of the page.
 */
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { languages } from '../../locales/catalogue.ts'
import { nameOfLanguage } from '../../locales/format.ts'
import { language as readersLanguage, useMessages } from '../messages.ts'
import { Choice } from '../ui/choice.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import type { Slips } from './code-queries.ts'
import { codeTexts } from './code-texts.ts'
import classes from './codes.module.css'
import { useMe } from '../me.ts'
import { Envelope } from './slip.tsx'

const papers = ['a4', 'letter'] as const

const choices = languages.map((value) => ({ value, label: nameOfLanguage(value) }))

type Props = { slips: Slips; onStored: () => void }

export function CodeSheets({ slips, onStored }: Props) {
  const say = useMessages(codeTexts)
  const { data: me } = useMe()
  const [paper, setPaper] = useState<(typeof papers)[number]>('a4')
  const [language, setLanguage] = useState(slips.language ?? readersLanguage)
  const [isPrinted, setPrinted] = useState(false)
  const [ofEnvelope, setOfEnvelope] = useState<Readonly<Record<number, string>>>({})
  const count = slips.pools.reduce((sum, { codes }) => sum + codes.length, 0)
  return (
    <>
      <ShownOnce
        title={say('sheets_title')}
        stored={say('stored')}
        onStored={onStored}
        isLater={!isPrinted}
        beside={
          <Button
            variant={isPrinted ? 'default' : 'filled'}
            onClick={() => {
              print()
              setPrinted(true)
            }}
          >
            {say('print_now')}
          </Button>
        }
      >
        <p>{say('sheets_hint', { count, teams: slips.pools.length })}</p>
        <NativeSelect
          label={say('slip_language')}
          description={say('slip_language_hint')}
          data={choices}
          value={language}
          onChange={({ currentTarget }) => {
            setLanguage(currentTarget.value)
            setOfEnvelope({})
          }}
        />
        {slips.pools.length > 1 && (
          <details>
            <summary>{say('other_languages')}</summary>
            <div className={classes.languages}>
              {slips.pools.map(({ number, team_name: team }) => (
                <NativeSelect
                  key={number}
                  label={say('language_of', { team: team ?? say('everyone') })}
                  data={choices}
                  value={ofEnvelope[number] ?? language}
                  onChange={({ currentTarget: { value } }) =>
                    setOfEnvelope((before) => ({ ...before, [number]: value }))
                  }
                />
              ))}
            </div>
          </details>
        )}
        <Choice
          label={say('paper')}
          value={paper}
          options={papers.map((value) => ({ value, label: say(value) }))}
          onChange={setPaper}
        />
      </ShownOnce>
      {createPortal(
        <div className={classes.sheets} data-paper={paper}>
          {slips.pools.map((pool) => (
            <Envelope
              key={pool.number}
              slips={slips}
              pool={pool}
              language={ofEnvelope[pool.number] ?? language}
              organisation={me?.organisation?.name ?? ''}
            />
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}
