/** The next page of a list, where there is one, or why it could not be read. */
import { Button } from '@mantine/core'
import { explain } from '../api.ts'
import type { List } from './list.ts'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

type Props = { list: Pick<List<unknown>, 'loadMore' | 'isLoadingMore' | 'error'>; size?: 'xs' }

export const LoadMore = ({ list: { loadMore, isLoadingMore, error }, size }: Props) => {
  const say = useMessages(uiTexts)
  return (
    loadMore && (
      <>
        {error !== null && !isLoadingMore && (
          <span role="alert" className="small">
            {say('load_failed')}
            {' ·\u00a0'}
            {explain(error)}
          </span>
        )}
        <Button variant="default" size={size} onClick={() => void loadMore()} loading={isLoadingMore}>
          {say(error === null ? 'load_more' : 'try_again')}
        </Button>
      </>
    )
  )
}
