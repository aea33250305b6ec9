/** The next page of a list, where there is one. */
import { Button } from '@mantine/core'
import type { List } from './list.ts'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

type Props = { list: Pick<List<unknown>, 'loadMore' | 'isLoadingMore'>; size?: 'xs' }

export const LoadMore = ({ list: { loadMore, isLoadingMore }, size }: Props) => {
  const say = useMessages(uiTexts)
  return (
    loadMore && (
      <Button variant="default" size={size} onClick={() => void loadMore()} loading={isLoadingMore}>
        {say('load_more')}
      </Button>
    )
  )
}
