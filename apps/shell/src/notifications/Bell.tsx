import { chakra } from '@helpdesk/ui/components/layout'
import { IconButton } from '@helpdesk/ui/components/IconButton'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { BellIcon } from '@helpdesk/ui/icons/icons'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useUnread } from './api/get-unread'
import { useBrowserNotifications } from './use-browser-notifications'
import * as texts from './texts'

const Panel = lazy(async () => ({ default: (await import('./NotificationPanel')).NotificationPanel }))

/** The bell with the number of unread notifications; opens their list. */
export function Bell() {
  const unread = useUnread().data?.count ?? 0
  const [open, setOpen] = useState(false)
  useBrowserNotifications()
  return (
    <>
      <IconButton
        label={texts.bell(unread)}
        width="full"
        height="full"
        minW="0"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon size={18} />
        {unread > 0 && <Count aria-hidden>{texts.badge(unread)}</Count>}
      </IconButton>
      <VisuallyHidden role="status">{unread > 0 ? texts.bell(unread) : ''}</VisuallyHidden>
      {open &&
        // Outside of the page's header, whose landmark cannot hold a dialog with a header of its own.
        createPortal(
          <Suspense>
            <Panel unread={unread} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '0.5',
    insetInlineStart: '1.25rem',
    minWidth: '4',
    px: '1',
    borderRadius: 'full',
    bg: 'accent.solid',
    color: 'accent.contrast',
    fontSize: '0.6875rem',
    lineHeight: '1rem',
    fontWeight: 'semibold',
    textAlign: 'center',
  },
})
