import { failureText } from '@helpdesk/tickets/model/errors'
import { LineIcon } from '@helpdesk/tickets/screens/LineIcon'
import { AlertIcon, Button, Flex, Text, toast } from '@helpdesk/ui'
import { useAllowAddress } from '../../api/allow-address'
import { useUnreached } from '../../api/list-unreached'
import { unreachedLines } from '../../model/unreached'
import * as texts from './texts'

/** Below a reply: whom it does not reach by mail, and why; nothing when it reaches everybody. */
export function UnreachedNotice({ ticketId }: { ticketId: string }) {
  const { data: people = [] } = useUnreached(ticketId)
  const { mutate, isPending, variables } = useAllowAddress(ticketId)
  const allow = (address: string) =>
    mutate(address, {
      onSuccess: () => toast({ type: 'success', title: texts.allowedAgain(address) }),
      onError: (error) => toast({ type: 'error', title: texts.notAllowed, description: failureText(error) }),
    })
  return unreachedLines(people).map(({ addresses, text, retry }) => (
    <Flex key={addresses.join()} alignItems="center" wrap="wrap" columnGap="2" color="warning.fg">
      <Flex gap="2" minWidth="0" fontSize="sm" title={addresses.join(', ')}>
        <LineIcon>
          <AlertIcon size={14} />
        </LineIcon>
        <Text fontSize="sm" minWidth="0" overflowWrap="anywhere">
          {text}
        </Text>
      </Flex>
      {retry && (
        <Button
          size="sm"
          variant="ghost"
          loading={isPending && variables === retry}
          disabled={isPending}
          aria-label={texts.allowAgainOf(retry)}
          onClick={() => allow(retry)}
        >
          {texts.allowAgain}
        </Button>
      )}
    </Flex>
  ))
}
