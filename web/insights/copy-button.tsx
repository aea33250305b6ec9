/** Copies a finding as text: what it says, how many it rests on, how sure that is, and where it can be looked up. */
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { resultsOf } from '../results/results-address.ts'
import { searchOf } from '../ui/address.ts'
import { showDone, showFailure } from '../ui/toast.ts'
import { findingTexts } from './finding-texts.ts'
import { countOf } from './insight-figure.ts'
import type { Insight } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import { intervalText, surveyText } from './insight-words.ts'
import classes from './insights.module.css'

/** @property team  the name of the group that it is about */
type Props = { insight: Insight; team: string }

export function CopyButton({ insight, team }: Props) {
  const say = useMessages(findingTexts)
  const sayOwn = useMessages(insightTexts)
  const router = useRouter()
  const { statement, scope } = insight
  const text = (): string => {
    const { to, search } = resultsOf(scope)
    const { href } = router.buildLocation({ to, search: searchOf(search) } as never)
    const facts = [team, countOf(say, insight), intervalText(say, insight)].filter(Boolean).join(' · ')
    const source = sayOwn('source', {
      survey: surveyText(say, insight),
      address: new URL(href, location.origin).href,
    })
    return `${statement}\n${facts}\n${source}`
  }
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text())
    showDone(sayOwn('copied_done'))
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color="gray"
      className={classes.copy}
      aria-label={sayOwn('copy', { statement })}
      title={sayOwn('copy_hint')}
      onClick={() => void copy().catch(showFailure)}
    >
      <IconCopy size={16} aria-hidden />
    </Button>
  )
}
