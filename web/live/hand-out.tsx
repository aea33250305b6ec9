/** The personal links of an open survey, for whoever hands them out: read when they are asked for, as each reading is in the audit log. */
import { Button } from '@mantine/core'
import { IconCopy, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { filterIdsMax } from '../../contract/filter-ids.ts'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { csvOf, unrun } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import { showDone, showFailure } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import type { Subject } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'

type Row = readonly [person: string, email: string, url: string]

/** By name: what the reader sees of each person in the directory, who is an id otherwise, and their link. */
async function readLinks({ kind, id }: Subject['owner']): Promise<readonly Row[]> {
  const input = { params: { id }, query: { limit: filterIdsMax } }
  const pages =
    kind === 'pulse'
      ? asUser.pages('getPulseLinks', 'links', input)
      : asUser.pages('getInstanceLinks', 'links', input)
  const links = await Array.fromAsync(pages)
  const rows: Row[] = []
  for (let at = 0; at < links.length; at += filterIdsMax) {
    const some = links.slice(at, at + filterIdsMax)
    const ids = some.map((link) => link.member_id).join(',')
    const { members } = await asUser.call('listMembers', { query: { ids, limit: filterIdsMax } })
    const known = new Map(members.map((member) => [member.id, member]))
    for (const { member_id: member, url } of some) {
      const { name, email } = known.get(member) ?? { name: member, email: null }
      rows.push([name, email ?? '', url])
    }
  }
  return rows.toSorted(([a], [b]) => a.localeCompare(b))
}

export function HandOut({ subject: { owner, title } }: { subject: Subject }) {
  const say = useMessages(liveTexts)
  const sayUi = useMessages(uiTexts)
  const copy = useMutation({
    mutationFn: async () => {
      const rows = await readLinks(owner)
      // Spreadsheets take it as columns.
      await navigator.clipboard.writeText(rows.map((row) => row.map(unrun).join('\t')).join('\n'))
      showDone(say('links_copied', { count: rows.length }))
    },
    onError: showFailure,
  })
  const save = useMutation({
    mutationFn: async () => {
      const rows = await readLinks(owner)
      const file = csvOf([[say('links_person'), say('links_email'), say('links_link')], ...rows])
      download(`${title}.csv`, new Blob([file], { type: 'text/csv' }))
    },
    onError: showFailure,
  })
  return (
    <>
      <div className="row no-print">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          loading={copy.isPending}
          onClick={() => copy.mutate()}
        >
          {say('links_copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileTypeCsv size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {sayUi('save_csv')}
        </Button>
      </div>
      <p className="quiet small">{say('links_logged')}</p>
    </>
  )
}
