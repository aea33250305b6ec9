/** The way to each part of a long page: which of them one is at, and which still lacks something. */
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

/** Parts that a survey can lack. */
type Needed = 'questions' | 'audience'

/** @param missing  parts without which it cannot be opened */
export function Sections({ kind, missing }: { kind: Kind; missing: readonly Needed[] }) {
  const say = useMessages(draftTexts)
  const isMissing = (id: string): id is Needed => missing.some((one) => one === id)
  const [current, setCurrent] = useState('questions')
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set(['questions']))
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const look = (): void => {
      const part = partInSight()
      setCurrent(part)
      setSeen((before) => (before.has(part) ? before : new Set([...before, part])))
    }
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
              data-is={isMissing(id) ? 'lacking' : seen.has(id) ? 'done' : 'ahead'}
              title={isMissing(id) ? say(`needs_${id}`) : undefined}
            >
              {say(text)}
              {isMissing(id) && <span className="visually-hidden">: {say(`needs_${id}`)}</span>}
            </a>
          ),
      )}
    </nav>
  )
}
