import { settingsPath } from '../layout/settings-path'
import { useRole } from '@helpdesk/auth/session/hooks'
import { Button } from '@helpdesk/ui/components/Button'
import { Dialog } from '@helpdesk/ui/components/Dialog'
import { EmptyState } from '@helpdesk/ui/components/EmptyState'
import { errorText } from '@helpdesk/ui/components/error-text'
import { ListEnd } from '@helpdesk/ui/components/ListEnd'
import { QueryState } from '@helpdesk/ui/components/QueryState'
import { RouterLink } from '@helpdesk/ui/components/RouterLink'
import { chakra } from '@helpdesk/ui/components/layout'
import { Skeleton } from '@helpdesk/ui/components/Skeleton'
import { toast } from '@helpdesk/ui/toast/toast'
import { useNotifications } from './api/list-notifications'
import { useMarkRead, type ReadTarget } from './api/mark-read'
import { NotificationList } from './NotificationList'
import { PageMessages } from './PageMessages'
import * as texts from './texts'

interface Props {
  unread: number
  onClose: () => void
}

/** The notifications over the page. */
export function NotificationPanel({ unread, onClose }: Props) {
  const query = useNotifications()
  const mark = useMarkRead()
  const role = useRole()
  const read = (target: ReadTarget) =>
    mark.mutate(target, {
      onError: (error) => toast({ type: 'error', title: texts.notMarked, description: errorText(error, '') }),
    })
  return (
    <Dialog title={texts.notifications} size="side" lightDismiss onClose={onClose}>
      {unread > 0 && (
        <Tools>
          <Button size="sm" loading={mark.isPending} onClick={() => read('all')}>
            {texts.markAllRead}
          </Button>
        </Tools>
      )}
      <QueryState
        query={query}
        pending={<Pending />}
        pendingLabel={texts.loading}
        errorTitle={texts.failed}
        isEmpty={(items) => items.length === 0}
        empty={<EmptyState title={texts.empty} text={texts.emptyText} />}
      >
        {(items) => (
          <div>
            <NotificationList
              items={items}
              onRead={({ id }) => read({ id })}
              onOpen={(item) => {
                if (!item.is_read) read({ id: item.id })
                onClose()
              }}
            />
            <ListEnd query={query} one={texts.one} many={texts.many} />
          </div>
        )}
      </QueryState>
      <PageMessages />
      <Foot>
        <RouterLink to={settingsPath(role)} onClick={onClose}>
          {texts.settings}
        </RouterLink>
      </Foot>
    </Dialog>
  )
}

const Pending = () => (
  <Rows>
    {[0, 1, 2, 3].map((row) => (
      <Skeleton key={row} height="3.5rem" />
    ))}
  </Rows>
)
const Rows = chakra('div', { base: { display: 'grid', gap: '3' } })
const Tools = chakra('div', { base: { display: 'flex' } })
const Foot = chakra('p', {
  base: { mt: 'auto', pt: '3', borderTopWidth: '1px', borderColor: 'border.muted', fontSize: 'sm' },
})
