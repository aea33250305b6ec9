/**
 * Cards in columns, as states of something. A card is moved by its buttons, which every pointer, key and screen reader has: to the column
 * before or after, where `canMove` allows it, and what was done is said. Columns stand side by side where there is room, else below one another.
 *
 *   <Board label={say('actions')} columns={[{ id: 'proposed', label: 'Proposed' }, { id: 'done', label: 'Done' }]}
 *     cards={actions.map((one) => ({ id: one.id, column: one.state, name: one.title, content: <ActionCard action={one} /> }))}
 *     canMove={(card, to) => transitions[card.column].includes(to)} onMove={(card, to) => move.mutate({ id: card.id, to })} />
 */
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import classes from './board.module.css'
import { formatNumber } from './number-format.ts'
import { uiTexts } from './ui-texts.ts'

export type BoardColumn = { id: string; label: string }

export type BoardCard = {
  id: string
  column: string
  /** Read out with what its buttons do. */
  name: string
  content: ReactNode
}

type Props = {
  label: string
  columns: readonly BoardColumn[]
  cards: readonly BoardCard[]
  /** All moves, where it is not given. */
  canMove?: (card: BoardCard, to: string) => boolean
  onMove: (card: BoardCard, to: string) => void
}

export function Board({ label, columns, cards, canMove = () => true, onMove }: Props) {
  const say = useMessages(uiTexts)
  const board = useRef<HTMLElement>(null)
  const [moved, setMoved] = useState<{ id: string; to: BoardColumn; name: string } | null>(null)
  const isThere = moved !== null && cards.some(({ id, column }) => id === moved.id && column === moved.to.id)
  // The button that was pressed is gone with the card's old place: the focus goes with the card.
  useEffect(() => {
    if (isThere) board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(moved.id)}"]`)?.focus()
  }, [isThere, moved])
  const move = (card: BoardCard, to: BoardColumn): void => {
    setMoved({ id: card.id, to, name: card.name })
    onMove(card, to.id)
  }
  return (
    <section ref={board} aria-label={label} className={classes.board}>
      <div className={classes.columns}>
        {columns.map((column, at) => (
          <Column
            key={column.id}
            {...column}
            count={cards.filter((card) => card.column === column.id).length}
          >
            {cards
              .filter((card) => card.column === column.id)
              .map((card) => (
                <li key={card.id} data-card={card.id} tabIndex={-1} className={`card ${classes.card}`}>
                  {card.content}
                  <div className={classes.moves}>
                    {[columns.at(at - 1), columns.at(at + 1)].map((to, side) =>
                      to && (side === 1 || at > 0) && canMove(card, to.id) ? (
                        <button
                          key={to.id}
                          type="button"
                          className={classes.move}
                          data-onwards={side === 1 || undefined}
                          aria-label={say('move_to', { name: card.name, column: to.label })}
                          onClick={() => move(card, to)}
                        >
                          {side === 0 && <IconArrowLeft size={14} aria-hidden />}
                          {to.label}
                          {side === 1 && <IconArrowRight size={14} aria-hidden />}
                        </button>
                      ) : null,
                    )}
                  </div>
                </li>
              ))}
          </Column>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {isThere && say('moved_to', { name: moved.name, column: moved.to.label })}
      </p>
    </section>
  )
}

type ColumnProps = { label: string; count: number; children: ReactNode }

function Column({ label, count, children }: ColumnProps) {
  const say = useMessages(uiTexts)
  const heading = useId()
  return (
    <div className={classes.column}>
      <h2 id={heading} className={classes.heading}>
        {label} <span className={classes.count}>{formatNumber(count)}</span>
      </h2>
      {count === 0 ? (
        <p className={classes.none}>{say('none_here')}</p>
      ) : (
        <ul aria-labelledby={heading} className={classes.cards}>
          {children}
        </ul>
      )}
    </div>
  )
}
