/** The way to each part of a long page: which of them one is at, which are complete, and which still lack something. */
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import type { Kind } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'

const parts = [
  ['questions', 'questions_heading'],
  ['languages', 'languages'],
  ['audience', 'audience'],
  ['schedule', 'schedule_heading'],
  ['sending', 'sending'],
  ['promise', 'promise_short'],
] as const

/** Below what stays at the top of the page. */
const topPx = 180

/** The last whose heading has come up; at the end of the page the last of all. */
function partInSight(): string {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
  const tops = parts.map(([id]) => [id, document.getElementById(id)?.getBoundingClientRect().top] as const)
  const above = tops.filter(([, top]) => top !== undefined && (isAtEnd || top < topPx))
  return above.at(-1)?.[0] ?? 'questions'
}

/** Parts that can lack something. */
export type Needed = 'questions' | 'languages' | 'audience'

/** @param missing  parts that lack something; all others are complete as they begin, whether anybody has looked at them or not */
export function Sections({ kind, missing }: { kind: Kind; missing: readonly Needed[] }) {
  const say = useMessages(draftTexts)
  const isMissing = (id: string): id is Needed => missing.some((one) => one === id)
  const [current, setCurrent] = useState('questions')
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const look = (): void => setCurrent(partInSight())
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  // On a phone there is no room for all of them.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 16
  }, [current])
  return (
    <nav ref={nav} aria-label={say('sections')} className={classes.sections}>
      {parts.map(
        ([id, text]) =>
          (id !== 'schedule' || kind === 'check_in') && (
            <a
              key={id}
              href={`#${id}`}
              aria-current={id === current || undefined}
              data-is={isMissing(id) ? 'lacking' : 'done'}
              title={isMissing(id) ? say(`needs_${id}`) : undefined}
              aria-label={`${say(text)}: ${say(isMissing(id) ? `needs_${id}` : 'is_complete')}`}
            >
              {say(text)}
            </a>
          ),
      )}
    </nav>
  )
}
