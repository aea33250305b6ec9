/**
 * Cards in columns, as states of something. A card is moved by its buttons, which every pointer, key and screen reader has, and what was done
 * is said. Without `movesOf` they lead to the column before and after, where `canMove` allows it. Columns stand side by side where there is
 * room, else below one another.
 *
 *   <Board label={say('actions')} columns={[{ id: 'proposed', label: 'Proposed' }, { id: 'done', label: 'Done' }]}
 *     cards={actions.map((one) => ({ id: one.id, column: one.state, name: one.title, content: <ActionCard action={one} /> }))}
 *     canMove={(card, to) => transitions[card.column].includes(to)} onMove={(card, to) => move.mutate({ id: card.id, to })} />
 */
import { IconArrowLeft, IconArrowRight, IconDots } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import classes from './board.module.css'
import { formatNumber } from './number-format.ts'
import { Popup, PopupItem } from './popup.tsx'
import { uiTexts } from './ui-texts.ts'

export type BoardColumn = {
  id: string
  label: string
  /** What leads to a long tail that few look at: the column is narrow and shows this in place of its cards. */
  folded?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  /** Over the whole width, its cards as rows, above the others, which then are as wide as one another and keep their places. */
  isWide?: boolean
  /** In place of cards where there are none: how one comes there. */
  none?: string
}

export type BoardCard = {
  id: string
  column: string
  /** Read out with what its buttons do. */
  name: string
  content: ReactNode
}

/** A button of a card. */
export type BoardMove = {
  to: string
  label: string
  side?: 'back' | 'onwards'
  /** What is meant to be pressed. */
  isFirst?: boolean
}

type Props = {
  label: string
  columns: readonly BoardColumn[]
  cards: readonly BoardCard[]
  /** All moves, where it is not given. */
  canMove?: (card: BoardCard, to: string) => boolean
  /** Moves by names of their own, in place of those to the neighbours. */
  movesOf?: (card: BoardCard) => readonly BoardMove[]
  onMove: (card: BoardCard, to: string) => void
}

export function Board({ label, columns, cards, canMove = () => true, movesOf, onMove }: Props) {
  const say = useMessages(uiTexts)
  const board = useRef<HTMLElement>(null)
  const [moved, setMoved] = useState<{ id: string; to: string; name: string } | null>(null)
  const isThere = moved !== null && cards.some(({ id, column }) => id === moved.id && column === moved.to)
  // The button that was pressed is gone with the card's old place: the focus goes with the card, or to the fold that took it.
  useEffect(() => {
    if (!isThere) return
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(moved.id)}"]`)
    const fold = board.current?.querySelector<HTMLElement>(
      `[data-column="${CSS.escape(moved.to)}"] :is(a, button)`,
    )
    ;(card ?? fold)?.focus()
  }, [isThere, moved])
  const labelOf = (id: string): string => columns.find((column) => column.id === id)?.label ?? id
  const neighboursOf = (card: BoardCard, at: number): BoardMove[] =>
    [columns[at - 1], columns[at + 1]].flatMap((to, i) =>
      to && canMove(card, to.id)
        ? [{ to: to.id, label: to.label, side: i === 0 ? ('back' as const) : ('onwards' as const) }]
        : [],
    )
  const countIn = ({ id }: BoardColumn): number => cards.filter(({ column }) => column === id).length
  /** Others that follow one another stand below one another, in their place, so that few strips take room from cards. */
  const isSteady = columns.some(({ isWide }) => isWide)
  const isFilled = (column: BoardColumn): boolean =>
    isSteady || (column.folded === undefined && countIn(column) > 0)
  const move = (card: BoardCard, to: string): void => {
    setMoved({ id: card.id, to, name: card.name })
    onMove(card, to)
  }
  return (
    <section ref={board} aria-label={label} className={classes.board}>
      <div className={classes.columns} data-steady={isSteady || undefined}>
        {runsOf(columns, isFilled).map((run) =>
          isFilled(run[0]) ? (
            run.map(drawn)
          ) : (
            <div key={run[0].id} className={classes.rest}>
              {run.map(drawn)}
            </div>
          ),
        )}
      </div>
      <p role="status" className="visually-hidden">
        {isThere && say('moved_to', { name: moved.name, column: labelOf(moved.to) })}
      </p>
    </section>
  )

  /** If several moves have names, the usual one is a button, one beside it plain text, and more are a menu. */
  function movesIn(card: BoardCard, at: number): ReactNode {
    const moves = movesOf?.(card) ?? neighboursOf(card, at)
    const first = movesOf && moves.find(({ isFirst }) => isFirst)
    const others = moves.filter((one) => one !== first)
    const hasMenu = movesOf !== undefined && others.length > 1
    const nameOf = ({ to, label: what }: BoardMove): string =>
      movesOf
        ? say('do_with', { what, name: card.name })
        : say('move_to', { name: card.name, column: labelOf(to) })
    return (
      <div className={classes.moves}>
        {(hasMenu ? (first ? [first] : []) : first ? [first, ...others] : moves).map((one) => (
          <MoveButton
            key={one.to}
            move={one}
            name={nameOf(one)}
            isPlain={first !== undefined && one !== first}
            onClick={() => move(card, one.to)}
          />
        ))}
        {hasMenu && (
          <Popup label={say('more_of', { name: card.name })} face={<IconDots size={16} aria-hidden />}>
            {() =>
              others.map((one) => (
                <PopupItem key={one.to} onClick={() => move(card, one.to)}>
                  {one.label}
                </PopupItem>
              ))
            }
          </Popup>
        )}
      </div>
    )
  }

  function drawn(column: BoardColumn): ReactNode {
    return (
      <Column key={column.id} {...column} count={countIn(column)}>
        {cards
          .filter((card) => card.column === column.id)
          .map((card) => (
            <li key={card.id} data-card={card.id} tabIndex={-1} className={`card ${classes.card}`}>
              {card.content}
              {movesIn(card, columns.indexOf(column))}
            </li>
          ))}
      </Column>
    )
  }
}

type ButtonProps = { move: BoardMove; name: string; isPlain: boolean; onClick: () => void }

const MoveButton = ({ move: { label, side, isFirst }, name, isPlain, onClick }: ButtonProps) => (
  <button
    type="button"
    className={classes.move}
    data-onwards={side === 'onwards' || undefined}
    data-first={isFirst || undefined}
    data-plain={isPlain || undefined}
    aria-label={name}
    onClick={onClick}
  >
    {side === 'back' && <IconArrowLeft size={14} aria-hidden />}
    {label}
    {side === 'onwards' && <IconArrowRight size={14} aria-hidden />}
  </button>
)

/** Neighbours that are alike, in their order. */
function runsOf(
  columns: readonly BoardColumn[],
  isFilled: (column: BoardColumn) => boolean,
): BoardColumn[][] {
  const runs: BoardColumn[][] = []
  for (const column of columns) {
    const last = runs.at(-1)
    if (last && isFilled(last[0]) === isFilled(column)) last.push(column)
    else runs.push([column])
  }
  return runs
}

type ColumnProps = BoardColumn & { count: number; children: ReactNode }

function Column({ id, label, folded, aside, isWide, none, count, children }: ColumnProps) {
  const say = useMessages(uiTexts)
  const heading = useId()
  const isFolded = folded !== undefined
  return (
    <div
      className={classes.column}
      data-column={id}
      data-folded={isFolded || undefined}
      data-wide={isWide || undefined}
      data-empty={(!isFolded && count === 0) || undefined}
    >
      {isFolded ? (
        folded
      ) : (
        <div className={classes.head}>
          <h2 id={heading} className={classes.heading}>
            {label} <span className={classes.count}>{formatNumber(count)}</span>
          </h2>
          {aside}
        </div>
      )}
      {isFolded ? null : count === 0 ? (
        <p className={classes.none}>{none ?? say('none_here')}</p>
      ) : (
        <ul aria-labelledby={heading} className={classes.cards}>
          {children}
        </ul>
      )}
    </div>
  )
}
