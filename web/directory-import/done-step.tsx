/** What was imported. It takes the focus, since the button that was pressed is gone. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMessages } from '../messages.ts'
import formClasses from '../ui/form.module.css'
import { Changes } from './changes.tsx'
import { Counts } from './counts.tsx'
import { importTexts } from './import-texts.ts'
import type { Outcome } from './import-queries.ts'

export function DoneStep({ outcome, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const say = useMessages(importTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <section className="stack" aria-label={say('step_done')}>
      <h2 ref={heading} tabIndex={-1}>
        {say('done')}
      </h2>
      <Counts outcome={outcome} />
      <Changes outcome={outcome} />
      <div className={formClasses.ends}>
        <Button variant="default" onClick={onAgain}>
          {say('import_another')}
        </Button>
        <Button component={Link} to="/app/directory">
          {say('to_directory')}
        </Button>
      </div>
    </section>
  )
}
