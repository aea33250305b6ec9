/**
 * What every chart is in: its title states the finding, the line under it what was counted; the same figures as a table; CSV, PNG, a
 * link to it, and print. The chart is drawn for eyes, so whatever it says is in the table too.
 *
 *   <ChartFrame id="tools" finding="Tools rose from 3.2 to 3.9" description="Mean of 1 to 5" n={57} source="16 to 18 November 2026"
 *     table={{ columns: ['Week', 'Mean'], rows: [['9 Nov', 3.2], ['16 Nov', 3.9]] }}>
 *     <LineBand … />
 *   </ChartFrame>
 */
import {
  IconChartBar,
  IconDots,
  IconFileTypeCsv,
  IconLink,
  IconPhoto,
  IconPrinter,
  IconTable,
} from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import classes from './chart-frame.module.css'
import { type Cell, csvOf } from './csv.ts'
import { download } from './download.ts'
import { formatNumber } from './number-format.ts'
import { Popup, PopupItem } from './popup.tsx'
import { Chip } from './status-badge.tsx'
import { showDone, showFailure } from './toast.ts'
import { uiTexts } from './ui-texts.ts'

/** The first column names the row. What is hidden says so in words; null is what there is none of. */
export type FigureTable = { columns: readonly string[]; rows: readonly (readonly Cell[])[] }

type Props = {
  /** The finding in a sentence: “Tools rose from 3.2 to 3.9”. */
  finding: string
  /** A word beside it: “was 3.2”. */
  remark?: string | undefined
  description?: ReactNode
  /** How many answers it rests on. */
  n?: number
  source?: ReactNode
  /** The page says the source once, above its charts; a picture or a print of one chart says it all the same. */
  isSourceSaid?: boolean
  table: FigureTable
  /** What a link leads to, and what its files are called. */
  id?: string
  /** More that belongs to the head, as a choice of modes. */
  actions?: ReactNode
  /** Inside a card, as what a row unfolds to. */
  isPart?: boolean
  children: ReactNode
}

export function ChartFrame(props: Props) {
  const { finding, remark, description, n, source, isSourceSaid, table, id, actions, isPart, children } =
    props
  const say = useMessages(uiTexts)
  const heading = useId()
  const frame = useRef<HTMLElement>(null)
  const [isTable, setIsTable] = useState(false)
  return (
    <section
      ref={frame}
      id={id}
      aria-labelledby={heading}
      className={`${isPart ? '' : 'card pad '}stack ${classes.frame}`}
    >
      <div className={classes.head}>
        <div className={classes.words}>
          <div className={classes.title}>
            <h2 id={heading}>{finding}</h2>
            {remark !== undefined && <Chip>{remark}</Chip>}
          </div>
          {description && <p className="quiet">{description}</p>}
        </div>
        <div className={`row no-print ${classes.actions}`} data-no-picture>
          {actions}
          <button
            type="button"
            className={`${classes.more} ${classes.toggle}`}
            aria-label={say(isTable ? 'show_chart' : 'show_table')}
            title={say(isTable ? 'show_chart' : 'show_table')}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </button>
          <More frame={frame} name={id ?? 'chart'} table={table} link={id}>
            <PopupItem
              icon={isTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
              onClick={() => setIsTable(!isTable)}
            >
              {say(isTable ? 'show_chart' : 'show_table')}
            </PopupItem>
          </More>
        </div>
      </div>
      {isTable ? <Figures table={table} label={say('table_of', { finding })} /> : children}
      {(n !== undefined || source) && (
        <p
          className={`quiet small figures facts-line ${classes.foot}`}
          data-source-only={n === undefined || undefined}
        >
          {n !== undefined && <span>{say('answer_count', { count: n })}</span>}
          {source && (
            <span data-only-picture={isSourceSaid || undefined} hidden={isSourceSaid}>
              {source}
            </span>
          )}
        </p>
      )}
    </section>
  )
}

type MoreProps = {
  frame: { readonly current: HTMLElement | null }
  name: string
  table: FigureTable
  link: string | undefined
  /** On a phone, where nothing is beside the menu. */
  children: ReactNode
}

function More({ frame, name, table, link, children }: MoreProps) {
  const say = useMessages(uiTexts)
  const saveCsv = (): void =>
    download(`${name}.csv`, new Blob([csvOf([table.columns, ...table.rows])], { type: 'text/csv' }))
  const savePicture = async (): Promise<void> => {
    if (!frame.current) return
    const { pictureOf } = await import('./picture.ts')
    download(`${name}.png`, await pictureOf(frame.current))
  }
  const copyLink = async (): Promise<void> => {
    const address = new URL(location.href)
    address.hash = link ?? ''
    await navigator.clipboard.writeText(address.href)
    showDone(say('link_copied'))
  }
  return (
    <Popup label={say('save_share')} face={<IconDots size={16} aria-hidden />} className={classes.more}>
      <div className={classes.folded}>{children}</div>
      <PopupItem icon={<IconFileTypeCsv size={18} aria-hidden />} onClick={saveCsv}>
        {say('save_csv')}
      </PopupItem>
      <PopupItem
        icon={<IconPhoto size={18} aria-hidden />}
        onClick={() => void savePicture().catch(showFailure)}
      >
        {say('save_png')}
      </PopupItem>
      <PopupItem icon={<IconLink size={18} aria-hidden />} onClick={() => void copyLink().catch(showFailure)}>
        {say('copy_link')}
      </PopupItem>
      <PopupItem
        icon={<IconPrinter size={18} aria-hidden />}
        onClick={() => frame.current && printOnly(frame.current)}
      >
        {say('print')}
      </PopupItem>
    </Popup>
  )
}

/** Nothing else of the page is printed (chart-frame.module.css). */
function printOnly(part: HTMLElement): void {
  part.dataset.printed = ''
  addEventListener('afterprint', () => delete part.dataset.printed, { once: true })
  print()
}

const shown = (cell: Cell): ReactNode => (typeof cell === 'number' ? formatNumber(cell) : cell)

function Figures({ table: { columns, rows }, label }: { table: FigureTable; label: string }) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{shown(name)}</th>
              {cells.map((cell, i) => (
                <td key={columns[i + 1]}>{shown(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
