/** Saved views of a list: a button beside its filters that names the current view. */
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { loadMessages } from '../messages.ts'
import { useAddress } from './address.ts'
import { Popup } from './popup.tsx'
import { sameValues, useSavedViews, type ViewPlace, type ViewValues } from './saved-views.ts'
import { savedViewTexts } from './saved-view-texts.ts'
import { SkeletonLines } from './states.tsx'
import classes from './url-filters.module.css'

const ViewList = lazy(async () => {
  const [{ ViewList }] = await Promise.all([import('./view-list.tsx'), loadMessages(savedViewTexts)])
  return { default: ViewList }
})

type Props = {
  /** “Views”. */
  label: string
  place: ViewPlace
  /** Parameters of the address that make up a view: the filters and the tab. */
  params: readonly string[]
}

const popupWidth = 280

export function ViewsButton({ label, place, params }: Props) {
  const { values } = useAddress()
  const views = useSavedViews(place)
  const shown: ViewValues = Object.fromEntries(
    params.flatMap((param) => (values[param] ? [[param, values[param]]] : [])),
  )
  const current = views.find((view) => sameValues(view.values, shown))
  return (
    <span className={classes.views}>
      <Popup
        label={label}
        className={`${classes.field} ${classes.view}`}
        width={popupWidth}
        face={
          <>
            <IconBookmark size={16} aria-hidden />
            <span className={classes.viewName} aria-hidden={current === undefined}>
              {current?.name ?? label}
            </span>
          </>
        }
      >
        {() => (
          <Suspense fallback={<SkeletonLines lines={2} />}>
            <ViewList place={place} params={params} shown={shown} current={current?.name} />
          </Suspense>
        )}
      </Popup>
    </span>
  )
}
