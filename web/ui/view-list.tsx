/** The popup of the views button: the saved views, and a field to save the current one under a name. */
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId } from 'react'
import { useMessages } from '../messages.ts'
import { searchWith } from './address.ts'
import classes from './saved-views.module.css'
import {
  deleteView,
  saveView,
  useSavedViews,
  viewNameLengthMax,
  type ViewPlace,
  viewsMax,
  type ViewValues,
} from './saved-views.ts'
import { savedViewTexts } from './saved-view-texts.ts'
import { showDone, showRefusal, showUndoable } from './toast.ts'

type Props = {
  place: ViewPlace
  params: readonly string[]
  /** The current values of the address. */
  shown: ViewValues
  /** The view with the same values. */
  current: string | undefined
}

const close = (inside: HTMLElement): void => inside.closest<HTMLElement>('[popover]')?.hidePopover()

export function ViewList({ place, params, shown, current }: Props) {
  const say = useMessages(savedViewTexts)
  const views = useSavedViews(place)
  const none = Object.fromEntries(params.map((param) => [param, undefined]))
  return (
    <div className={classes.views}>
      {views.length > 0 && (
        <ul className={classes.list} aria-label={say('views')}>
          {views.map((view) => (
            <li key={view.name}>
              <Link
                to="."
                search={searchWith({ ...none, ...view.values })}
                resetScroll={false}
                // Else an address with fewer values would be a part of it.
                activeOptions={{ exact: true }}
                aria-current={view.name === current ? 'true' : undefined}
                onClick={({ currentTarget }) => close(currentTarget)}
              >
                {view.name}
              </Link>
              <button
                type="button"
                className={classes.delete}
                aria-label={say('delete_view', { name: view.name })}
                onClick={({ currentTarget }) => {
                  // Its row disappears together with the button that has the focus.
                  close(currentTarget)
                  deleteView(place, view.name)
                  void showUndoable(say('deleted', { name: view.name }), () => saveView(place, view))
                }}
              >
                <IconX size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {current !== undefined ? null : Object.keys(shown).length === 0 ? (
        <p className="quiet small">{say('choose_first')}</p>
      ) : views.length >= viewsMax ? (
        <p className="quiet small">{say('too_many', { count: viewsMax })}</p>
      ) : (
        <NewView place={place} shown={shown} />
      )}
      <p className="quiet small">{say('kept_here')}</p>
    </div>
  )
}

function NewView({ place, shown }: Pick<Props, 'place' | 'shown'>) {
  const say = useMessages(savedViewTexts)
  const id = useId()
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '').trim()
    if (name === '') return
    close(form)
    if (saveView(place, { name, values: shown })) showDone(say('saved', { name }))
    else showRefusal(say('not_kept'))
  }
  return (
    <form className={classes.form} onSubmit={save}>
      <label htmlFor={id}>{say('name')}</label>
      <span>
        <input id={id} name="name" required maxLength={viewNameLengthMax} autoComplete="off" />
        <button type="submit">{say('save_view')}</button>
      </span>
    </form>
  )
}
