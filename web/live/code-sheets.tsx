/**
 * Slips to print: ten on a page, each envelope on pages of its own. They are in memory alone, and the page says so: nothing closes this but
 * saying that they are printed. On paper there is nothing else of the page.
 */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { encode } from 'uqr'
import { useMessages } from '../messages.ts'
import { Choice } from '../ui/choice.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { momentOf } from '../ui/time.tsx'
import type { Slips } from './code-queries.ts'
import { codeTexts } from './code-texts.ts'
import classes from './codes.module.css'

const papers = ['a4', 'letter'] as const

type Props = { slips: Slips; onStored: () => void }

export function CodeSheets({ slips, onStored }: Props) {
  const say = useMessages(codeTexts)
  const [paper, setPaper] = useState<(typeof papers)[number]>('a4')
  const count = slips.pools.reduce((sum, { codes }) => sum + codes.length, 0)
  return (
    <>
      <ShownOnce
        title={say('sheets_title')}
        stored={say('stored')}
        onStored={onStored}
        beside={
          <Button variant="default" onClick={() => print()}>
            {say('print_now')}
          </Button>
        }
      >
        <p>{say('sheets_hint', { count, teams: slips.pools.length })}</p>
        <Choice
          label={say('paper')}
          value={paper}
          options={papers.map((value) => ({ value, label: say(value) }))}
          onChange={setPaper}
        />
      </ShownOnce>
      {createPortal(
        <div className={classes.sheets} data-paper={paper}>
          {slips.pools.map(({ number, team_name: team, codes }) => (
            <ul key={number} className={classes.sheet}>
              {codes.map(({ code, url }) => (
                <li key={code} className={classes.slip}>
                  <QrCode text={url} />
                  <div>
                    <p className={classes.of}>{slips.title}</p>
                    <p>{say('slip_for', { team: team ?? say('everyone') })}</p>
                    <p>{say('slip_text')}</p>
                    <p className={classes.address}>{slips.address.replace(/^https?:\/\//, '')}</p>
                    <p className={classes.code}>{code}</p>
                    <p>
                      {slips.closes_at !== null && say('slip_until', { when: momentOf(slips.closes_at) })}{' '}
                      {say('slip_once')} {say('slip_promise')}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}

/** Paper is folded and stained: with the correction of level M. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
      <path d={squares.join('')} />
    </svg>
  )
}
