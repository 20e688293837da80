import { chakra } from '@helpdesk/ui/components/layout'
import { IconButton } from '@helpdesk/ui/components/IconButton'
import { RelativeTime } from '@helpdesk/ui/components/RelativeTime'
import { CheckIcon } from '@helpdesk/ui/icons/icons'
import { Link } from '@helpdesk/ui/router'
import type { NotificationItem } from './api/list-notifications'
import { notificationPath } from './notification-path'
import * as texts from './texts'

interface Props {
  items: readonly NotificationItem[]
  /** Called when a ticket is opened. */
  onOpen: (item: NotificationItem) => void
  onRead: (item: NotificationItem) => void
}

/** Notifications, newest first; each leads to its ticket, or to one's tickets for many. */
export const NotificationList = ({ items, onOpen, onRead }: Props) => (
  <List aria-label={texts.notifications}>
    {items.map((item) => (
      <Row key={item.id} data-unread={item.is_read ? undefined : ''}>
        <Dot role={item.is_read ? undefined : 'img'} aria-label={item.is_read ? undefined : texts.unread} />
        <Target to={notificationPath(item)} onClick={() => onOpen(item)}>
          <Sentence dir="auto">{texts.sentence(item)}</Sentence>
          <Subject dir="auto">{texts.subject(item)}</Subject>
          {item.excerpt && <Excerpt dir="auto">{item.excerpt}</Excerpt>}
          <Time>
            <RelativeTime value={item.created_at} />
          </Time>
        </Target>
        {!item.is_read && (
          <IconButton label={texts.markRead} size="sm" onClick={() => onRead(item)}>
            <CheckIcon />
          </IconButton>
        )}
      </Row>
    ))}
  </List>
)

const List = chakra('ul', { base: { listStyleType: 'none', mx: '-4' } })
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '0.5rem minmax(0, 1fr) auto',
    columnGap: '2.5',
    alignItems: 'start',
    px: '4',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    color: 'fg.muted',
    '&[data-unread]': { color: 'fg' },
    _hover: { bg: 'bg.muted' },
  },
})
const Dot = chakra('span', {
  base: {
    width: '2',
    height: '2',
    mt: '1.5',
    borderRadius: 'full',
    '[data-unread] > &': { bg: 'accent' },
  },
})
const Target = chakra(
  Link,
  { base: { display: 'block', minWidth: '0', overflowWrap: 'anywhere', borderRadius: 'sm' } },
  { forwardProps: ['to'] },
)
const Sentence = chakra('span', {
  base: { display: 'block', '[data-unread] &': { fontWeight: 'medium' } },
})
const Subject = chakra('span', { base: { display: 'block', fontSize: 'sm', lineClamp: '2' } })
const Excerpt = chakra('span', {
  base: { display: 'block', fontSize: 'sm', color: 'fg.muted', lineClamp: '2' },
})
const Time = chakra('span', { base: { display: 'block', fontSize: 'xs', color: 'fg.muted', mt: '0.5' } })
