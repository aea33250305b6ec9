/** Whose themes, and in which order. On a phone they are behind a button, so that filters take one line. */
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { figureTexts } from '../figures/figure-texts.ts'
import { teamChoice } from '../figures/figure-words.ts'
import { useMessages } from '../messages.ts'
import type { Results } from '../results/results-queries.ts'
import { useAddress } from '../ui/address.ts'
import { UrlSelect } from '../ui/url-filters.tsx'
import { themeTexts } from './theme-texts.ts'
import classes from './themes.module.css'

type Props = {
  teams: Results['teams']
  /** The team of a lead, who starts there. */
  own: string | undefined
}

export function FurtherFilters({ teams, own }: Props) {
  const say = useMessages(themeTexts)
  const sayFigure = useMessages(figureTexts)
  const { values } = useAddress()
  const id = useId()
  const isSet = values.team !== undefined || values.sort !== undefined
  // What is set is visible: figures of a team are not to be taken for those of everyone.
  const [chosen, setOpen] = useState<boolean | null>(isSet || null)
  const isOpen = chosen ?? own !== undefined
  return (
    <>
      <button
        type="button"
        className={classes.unfold}
        aria-label={say('more_filters')}
        title={say('more_filters')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={18} aria-hidden />
      </button>
      <div id={id} className={classes.further} data-open={isOpen || undefined}>
        <UrlSelect label={sayFigure('team')} param="team" {...teamChoice(sayFigure, teams, own)} />
        <UrlSelect
          label={say('sort')}
          param="sort"
          all={say('sort_people')}
          options={[
            { value: 'negative', label: say('sort_negative') },
            { value: 'rising', label: say('sort_rising') },
          ]}
        />
      </div>
    </>
  )
}
