import { Avatar, Button, Flex, Text, toast } from '@helpdesk/ui'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { useFollowTicket } from '../../api/follow-ticket'
import { useActor } from '../../state/use-actor'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { Section } from './Section'
import * as texts from './texts'

/** Staff who are notified of what happens in the ticket, with the command to follow it. */
export function FollowersBlock({ detail }: { detail: TicketDetail }) {
  const me = useActor()?.id
  const follow = useFollowTicket(detail.ticket.id)
  const followers = detail.staff?.followers ?? []
  const follows = followers.some(({ id }) => id === me)
  const onClick = () =>
    follow.mutate(!follows, {
      onError: (error) =>
        toast({ type: 'error', title: texts.followFailed, description: failureText(error) }),
    })
  useProvideTicketCommands({ follow: onClick })
  return (
    <Section
      title={texts.followers}
      action={
        <Button size="sm" loading={follow.isPending} onClick={onClick}>
          {follows ? texts.unfollow : texts.follow}
        </Button>
      }
    >
      {followers.length === 0 ? (
        <Text tone="muted">{texts.noFollowers}</Text>
      ) : (
        <Flex as="ul" wrap="wrap" gap="2" listStyleType="none">
          {followers.map(({ id, name }) => (
            <Flex as="li" key={id} gap="1.5" alignItems="center" minWidth="0" overflowWrap="anywhere">
              <Avatar name={name} seed={id} size={20} />
              {id === me ? texts.you(name) : name}
            </Flex>
          ))}
        </Flex>
      )}
    </Section>
  )
}
