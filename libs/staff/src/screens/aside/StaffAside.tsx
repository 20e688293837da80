import { Stack } from '@helpdesk/ui'
import { useActor } from '../../state/use-actor'
import { useTicketRights } from '../../state/use-ticket-rights'
import { hasManagementPanel } from '@helpdesk/tickets/model/permissions'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { LazyPeopleBlock } from '../mail/lazy'
import { LinksBlock } from '../links/LinksBlock'
import { MergeBlock } from '../merge/MergeBlock'
import { FollowersBlock } from './FollowersBlock'
import { ManagementPanel } from './ManagementPanel'
import { RequesterBlock } from './RequesterBlock'
import { TagsBlock } from './TagsBlock'
import * as texts from './texts'

/** The aside of a ticket for staff: requester, tags and, for agents, the management panel. */
export function StaffAside({ detail }: { detail: TicketDetail }) {
  const role = useActor()?.role ?? null
  const { mayTriage } = useTicketRights(detail)
  return (
    <Stack
      as="aside"
      aria-label={texts.aboutThisTicket}
      gap="6"
      minWidth="0"
      // Sticky beside a long thread. `data-pane` keeps popovers inside, where they are not clipped.
      data-pane
      alignSelf="start"
      position={{ lg: 'sticky' }}
      top={{ lg: 'calc(var(--app-header, 0px) + 1.5rem)' }}
      maxHeight={{ lg: 'calc(100dvh - var(--app-header, 0px) - 1.5rem)' }}
      overflowY={{ lg: 'auto' }}
      scrollbarWidth="thin"
      padding="1"
      margin="-1"
      paddingBottom={{ lg: '6' }}
    >
      <RequesterBlock detail={detail} />
      <LazyPeopleBlock detail={detail} />
      <TagsBlock ticket={detail.ticket} mayChange={mayTriage} />
      <FollowersBlock detail={detail} />
      <LinksBlock detail={detail} />
      <MergeBlock detail={detail} />
      {hasManagementPanel(role) && <ManagementPanel detail={detail} />}
    </Stack>
  )
}
