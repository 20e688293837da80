import { Card, chakra, EmptyState, ListEnd, MailIcon, QueryState, Skeleton } from '@helpdesk/ui'
import { useRef } from 'react'
import { useUnmatchedMails } from '../../api/list-unmatched-mails'
import * as texts from './texts'
import { UnmatchedMailItem } from './UnmatchedMailItem'

/**
 * Received mails that wait for staff.
 * @param onHandled - called after one was added, discarded or its sender blocked
 */
export function UnmatchedMails({ onHandled }: { onHandled?: () => void }) {
  const query = useUnmatchedMails()
  const region = useRef<HTMLDivElement>(null)
  function handled() {
    // The clicked button disappears with its row.
    region.current?.focus()
    onHandled?.()
  }
  return (
    <div ref={region} tabIndex={-1} role="region" aria-label={texts.unmatched}>
      <QueryState
        query={query}
        errorTitle={texts.unmatchedFailed}
        pending={<Skeleton height="20" />}
        isEmpty={(mails) => mails.length === 0}
        empty={<EmptyState icon={<MailIcon />} title={texts.none} text={texts.noneText} />}
      >
        {(mails) => (
          <Card>
            <List>
              {mails.map((mail) => (
                <UnmatchedMailItem key={mail.id} mail={mail} onHandled={handled} />
              ))}
            </List>
          </Card>
        )}
      </QueryState>
      <ListEnd query={query} one={texts.oneMail} many={texts.manyMails} />
    </div>
  )
}

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': { px: '4', py: '3' },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})
