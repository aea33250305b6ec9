/** The command palette: pages, applications, and what can be done. A chunk of its own, fetched when first asked for. */
import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconKey, IconKeyboard, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { allApplications } from '../applications/application-queries.ts'
import { useMe } from '../me.ts'
import { useNavigation } from './navigation.ts'
import { useMessages } from '../messages.ts'
import { shellTexts } from './shell-texts.ts'

type Props = { onClose: () => void; onHelp: () => void }

export function Palette({ onClose, onHelp }: Props) {
  const say = useMessages(shellTexts)
  const navigate = useNavigate()
  const { data: me } = useMe()
  const { data } = useQuery({ ...allApplications, enabled: me?.role === 'admin' })
  useEffect(() => spotlight.open(), [])
  const places = useNavigation().flatMap((group) => group.places)
  const go = places.map(({ to, label, description, icon: Icon }) => ({
    id: to,
    label,
    description,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => void navigate({ to }),
  }))
  const applications = (data?.applications ?? []).map(({ id, name, client_id }) => ({
    id,
    label: name,
    description: client_id,
    leftSection: <IconKey size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/developers/applications/$id', params: { id } }),
  }))
  const actions = [
    {
      id: 'new-application',
      label: say('new_application'),
      leftSection: <IconPlus size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/developers/applications/new' }),
    },
    {
      id: 'keyboard',
      label: say('keyboard_shortcuts'),
      leftSection: <IconKeyboard size={18} aria-hidden />,
      onClick: onHelp,
    },
  ]
  return (
    <Spotlight
      actions={[
        { group: say('palette_pages'), actions: go },
        ...(applications.length > 0 ? [{ group: say('palette_applications'), actions: applications }] : []),
        { group: say('palette_actions'), actions },
      ]}
      nothingFound={say('no_results')}
      highlightQuery
      scrollable
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      maxHeight={420}
      shortcut={null}
      onSpotlightClose={onClose}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: say('palette_search'),
        'aria-label': say('palette_search'),
      }}
    />
  )
}
