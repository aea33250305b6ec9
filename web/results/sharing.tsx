/** All figures of the group as CSV, beside the title or on a phone in the menu of the page, with a link to exactly what is shown, and the page on paper. */
import { Button } from '@mantine/core'
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
import classes from './results.module.css'

type Props = { subject: Subject<ShownGroup>; asked: readonly Asked[] }

function useSaving({ subject, asked }: Props): () => void {
  const say = useMessages(resultsTexts)
  const sayRest = useMessages(restTexts)
  return () =>
    download(
      `${subject.title}.csv`,
      new Blob([csvOf(rowsOf({ say, sayRest }, { subject, asked }))], { type: 'text/csv' }),
    )
}

export function ExportButton(props: Props) {
  const say = useMessages(resultsTexts)
  return (
    <Button
      variant="default"
      className={classes.exportWide}
      leftSection={<IconFileTypeCsv size={18} aria-hidden />}
      onClick={useSaving(props)}
    >
      {say('export')}
    </Button>
  )
}

export function Sharing(props: Props) {
  const say = useMessages(resultsTexts)
  const save = useSaving(props)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href)
    showDone(say('link_copied'))
  }
  return (
    <>
      <div className={classes.exportNarrow}>
        <PopupItem icon={<IconFileTypeCsv size={18} aria-hidden />} onClick={save}>
          {say('export_csv')}
        </PopupItem>
      </div>
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
