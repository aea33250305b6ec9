/** In the menu of the page: all figures of the group as CSV, a link to exactly what is shown, and the page on paper. */
import { IconFileTypeCsv, IconLink, IconPrinter } from '@tabler/icons-react'
import { type Say, useMessages } from '../messages.ts'
import { type Cell, csvOf } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import { PopupItem } from '../ui/popup.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import type { ShownGroup, Subject } from './group.ts'
import { tableOf, viewsOf } from './question-chart.tsx'
import { nameOf, type ResultsSay } from './result-words.ts'
import type { Asked } from './results-queries.ts'
import { restTexts } from './rest-texts.ts'
import { resultsTexts } from './results-texts.ts'

type Props = { subject: Subject<ShownGroup>; asked: readonly Asked[] }

export function Sharing({ subject, asked }: Props) {
  const say = useMessages(resultsTexts)
  const sayRest = useMessages(restTexts)
  const save = (): void =>
    download(
      `${subject.title}.csv`,
      new Blob([csvOf(rowsOf({ say, sayRest }, { subject, asked }))], { type: 'text/csv' }),
    )
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href)
    showDone(say('link_copied'))
  }
  return (
    <>
      <PopupItem icon={<IconFileTypeCsv size={18} aria-hidden />} onClick={save}>
        {say('export_csv')}
      </PopupItem>
      <PopupItem icon={<IconLink size={18} aria-hidden />} onClick={() => void copy().catch(showFailure)}>
        {say('copy_link')}
      </PopupItem>
      <PopupItem icon={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
        {say('print')}
      </PopupItem>
    </>
  )
}

type Words = { say: ResultsSay; sayRest: Say<typeof restTexts> }

/** A row for each figure of each question that is shown. */
function rowsOf({ say, sayRest }: Words, { subject, asked }: Props): readonly (readonly Cell[])[] {
  const { group, findings } = subject
  const name = group.kind === 'everyone' ? say('everyone') : nameOf(group.team)
  return [
    [say('team'), say('question'), say('figure'), say('value'), say('share')],
    ...group.questions
      .filter(({ suppressed }) => !suppressed)
      .flatMap((figure) =>
        tableOf(say, figure, viewsOf(say, figure, { asked, findings })).rows.map((row) => [
          group.kind === 'team' && figure.without_small_teams
            ? sayRest('partial_name', { team: name })
            : name,
          figure.text ?? figure.id,
          ...row,
        ]),
      ),
  ]
}
