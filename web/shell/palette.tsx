/**
 * The command palette: pages, what can be done, and what is found of surveys, people, teams, actions, applications and docs once somebody types.
 * A chunk of its own, fetched when first asked for.
 */
import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  IconBook,
  IconBulb,
  IconChecklist,
  IconClipboardList,
  IconHistory,
  IconKey,
  IconKeyboard,
  IconPlus,
  IconSearch,
  IconUser,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { allApplications } from '../applications/application-queries.ts'
import { useMe } from '../me.ts'
import { recentPages } from '../recent-pages.ts'
import { searchOf } from '../ui/address.ts'
import { usePlaces } from './navigation.ts'
import { ordered } from './palette-order.ts'
import { foundKinds, usePaletteFinds } from './palette-search.ts'
import { paletteTexts } from './palette-texts.ts'
import { placeHintTexts } from './place-hint-texts.ts'
import { iconOf } from './place-icons.ts'
import classes from './palette.module.css'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

const icons = {
  surveys: IconClipboardList,
  answers: IconUserCheck,
  drivers: IconBulb,
  people: IconUser,
  teams: IconUsers,
  actions: IconChecklist,
  docs: IconBook,
}

const [store, spotlight] = createSpotlight()

/** As the component does with what is there when somebody types, and its Enter opens. */
function chooseFirst(): void {
  const first = document.querySelector('[data-action]')
  if (!first || document.querySelector('[data-action][data-selected]')) return
  first.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

function useRunsSurveys(): boolean {
  const { data: me } = useMe()
  return me !== undefined && (me.role !== 'member' || me.manages_teams === true)
}

/** What the reader may begin, of what the rail leads them to. The service decides; the palette offers no more. */
function useCommands() {
  const sayHere = useMessages(paletteTexts)
  const navigate = useNavigate()
  const { data: me } = useMe()
  const isAdmin = me?.role === 'admin'
  const runsSurveys = useRunsSurveys()
  const command = (id: string, label: string, onClick: () => void, description?: string) => ({
    id,
    label,
    description,
    leftSection: <IconPlus size={18} aria-hidden />,
    onClick,
  })
  return [
    command('new-survey', sayHere('new_survey'), () => void navigate({ to: '/app/surveys/new' })),
    ...(runsSurveys
      ? [
          command(
            'new-template',
            sayHere('new_template'),
            () => void navigate({ to: '/app/surveys/new' }),
            sayHere('new_template_hint'),
          ),
          command(
            'new-export',
            sayHere('new_export'),
            () => void navigate({ to: '/app/exports', search: { begin: 'export' } }),
          ),
        ]
      : []),
    ...(isAdmin
      ? [
          command(
            'invite',
            sayHere('invite'),
            () => void navigate({ to: '/app/settings/people', search: { begin: 'invitation' } }),
          ),
          command(
            'new-application',
            sayHere('new_application'),
            () => void navigate({ to: '/developers/applications/new' }),
          ),
          command(
            'new-webhook',
            sayHere('new_webhook'),
            () => void navigate({ to: '/developers/webhooks/new' }),
          ),
        ]
      : []),
  ]
}

/** Where the same is looked for among more. */
function Nothing({ words, onLeave }: { words: string; onLeave: () => void }) {
  const sayHere = useMessages(paletteTexts)
  return (
    <>
      {sayHere('no_results')}
      <span className={classes.on}>
        <Link to="/app/surveys" search={searchOf({ q: words })} onClick={onLeave}>
          {sayHere('all_surveys', { words })}
        </Link>
        <Link to="/app/surveys/new" onClick={onLeave}>
          {sayHere('new_survey')}
        </Link>
        <a href="/docs">{sayHere('all_docs')}</a>
      </span>
    </>
  )
}

type Group = SpotlightActionGroupData

/** `takeTyped`: what was typed before the field had the focus */
type Props = { takeTyped: () => string; onClose: () => void; onHelp: () => void }

export function Palette({ takeTyped, onClose, onHelp }: Props) {
  const say = useMessages(shellTexts)
  const sayHere = useMessages(paletteTexts)
  const navigate = useNavigate()
  const { data: me } = useMe()
  const { data, isLoading } = useQuery({ ...allApplications, enabled: me?.role === 'admin' })
  useEffect(() => {
    spotlight.open()
  }, [])
  const [query, setQuery] = useState('')
  const { finds, isSearching } = usePaletteFinds(query, useRunsSurveys())
  const sayHint = useMessages(placeHintTexts)
  const go = usePlaces().map((place) => {
    const { to, name, label } = place
    const Icon = iconOf(place)
    return {
      id: to,
      label,
      description: sayHint(name),
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to }),
    }
  })
  const [recent] = useState(() =>
    recentPages()
      .filter(({ to }) => to !== location.pathname)
      .map(({ to, label }) => ({
        id: `recent ${to}`,
        label,
        leftSection: <IconHistory size={18} aria-hidden />,
        onClick: () => void navigate({ href: to }),
      })),
  )
  const applications = (data?.applications ?? []).map(({ id, name, client_id }) => ({
    id,
    label: name,
    description: client_id,
    leftSection: <IconKey size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/developers/applications/$id', params: { id } }),
  }))
  const found = foundKinds.flatMap((kind) => {
    const Icon = icons[kind]
    const members = finds.filter((one) => one.kind === kind)
    if (members.length === 0) return []
    return {
      kind,
      group: sayHere(`palette_${kind}`),
      actions: members.map(({ id, label, description, to }) => ({
        id: `${kind} ${id}`,
        label,
        // Called like their survey, which is above them.
        description: kind === 'answers' ? sayHere('palette_answers') : description,
        // Found by the service, whose words may be elsewhere than in what is shown.
        keywords: query,
        leftSection: <Icon size={18} aria-hidden />,
        onClick: () => (kind === 'docs' ? location.assign(to) : void navigate({ href: to })),
      })),
    }
  })
  const commands = useCommands()
  const actions = [
    ...commands,
    {
      id: 'keyboard',
      label: sayHere('keyboard_shortcuts'),
      leftSection: <IconKeyboard size={18} aria-hidden />,
      onClick: onHelp,
    },
  ]
  const places = { group: sayHere('palette_pages'), actions: go }
  const begin = { group: sayHere('palette_commands'), actions }
  const groups: Group[] =
    query.trim() === ''
      ? [...(recent.length > 0 ? [{ group: sayHere('palette_recent'), actions: recent }] : []), begin, places]
      : [
          places,
          ...(applications.length > 0
            ? [{ group: sayHere('palette_applications'), actions: applications }]
            : []),
          ...(isLoading ? [] : found.filter(({ kind }) => kind !== 'docs')),
          begin,
          ...(isLoading ? [] : found.filter(({ kind }) => kind === 'docs')),
        ]
  // What comes later than the words, too.
  useEffect(() => {
    if (query !== '') chooseFirst()
  })
  return (
    <Spotlight
      store={store}
      actions={groups}
      filter={(typed) => ordered(typed, groups, !isSearching)}
      query={query}
      onQueryChange={setQuery}
      classNames={{
        content: classes.content,
        actionLabel: classes.label,
        actionDescription: classes.description,
      }}
      attributes={{ content: { 'aria-label': say('search') } }}
      nothingFound={
        isSearching ? sayHere('searching') : <Nothing words={query.trim()} onLeave={spotlight.close} />
      }
      highlightQuery
      scrollable
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      maxHeight={560}
      shortcut={null}
      onSpotlightClose={onClose}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: sayHere('palette_search'),
        'aria-label': sayHere('palette_search'),
        onFocus: () => {
          const typed = takeTyped()
          setQuery((words) => words + typed)
        },
      }}
    />
  )
}
