import { LineIcon } from '@helpdesk/tickets/screens/LineIcon'
import { AlertIcon, Box, Button, Flex, Text } from '@helpdesk/ui'
import { useParticipants } from '../../api/list-participants'
import { isNamedOnly } from '../../model/mail'
import * as texts from './texts'
import { useAddNamed } from './use-add-named'

/** Below a reply: how many people in copy get it, and who does not because only an unproven email named them; nothing without any. */
export function CopyNotice({ ticketId }: { ticketId: string }) {
  const people = (useParticipants(ticketId).data ?? []).filter(({ left_at }) => !left_at)
  const named = people.filter(isNamedOnly).map(({ address }) => address)
  const copied = people.filter((person) => !isNamedOnly(person)).map(({ address }) => address)
  const { add, isPending, place } = useAddNamed(ticketId)
  if (people.length === 0) return null
  return (
    <Box ref={place} tabIndex={-1}>
      {copied.length > 0 && (
        <Text tone="muted" fontSize="sm" title={copied.join(', ')}>
          {texts.copyTo(copied.length)}
        </Text>
      )}
      {named.length > 0 && (
        <Flex alignItems="center" wrap="wrap" columnGap="2" color="warning.fg">
          <Flex gap="2" minWidth="0" fontSize="sm" title={named.join(', ')}>
            <LineIcon>
              <AlertIcon size={14} />
            </LineIcon>
            <Text fontSize="sm" minWidth="0" overflowWrap="anywhere">
              {texts.namedNotice(named.length)}
            </Text>
          </Flex>
          <Button size="sm" variant="ghost" loading={isPending} onClick={() => add(named)}>
            {texts.addNamed}
          </Button>
        </Flex>
      )}
    </Box>
  )
}
