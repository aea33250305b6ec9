/**
 * What is decided about a suggestion: the same buttons, of one size, wherever it stands. To accept it is filled in the one card or drawer that
 * leads a page, and tinted elsewhere; to dismiss it is plain text. The board has the same look (web/ui/board.module.css).
 */
import { Button, type ButtonProps } from '@mantine/core'

type Props = {
  /** In the card or drawer that leads: nothing else on the page is filled. */
  isLeading?: boolean
  onClick: () => void
  children: string
} & Pick<ButtonProps, 'className'> & { 'aria-label'?: string }

export const AcceptButton = ({ isLeading = false, ...props }: Props) => (
  <Button variant={isLeading ? 'filled' : 'light'} {...props} />
)

export const DismissButton = (props: Omit<Props, 'isLeading'>) => (
  <Button variant="subtle" color="gray" {...props} />
)
