import { failureText } from '@helpdesk/tickets/model/errors'
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
  return unreachedLines(people).map(({ address, text, isUndeliverable }) => (
    <Flex key={address} alignItems="center" wrap="wrap" columnGap="2" color="warning.fg">
      <Flex alignItems="baseline" gap="2" minWidth="0" title={address}>
        <AlertIcon size={14} />
        <Text fontSize="sm" minWidth="0" overflowWrap="anywhere">
          {text}
        </Text>
      </Flex>
      {isUndeliverable && (
        <Button
          size="sm"
          variant="ghost"
          loading={isPending && variables === address}
          disabled={isPending}
          aria-label={texts.allowAgainOf(address)}
          onClick={() => allow(address)}
        >
          {texts.allowAgain}
        </Button>
      )}
    </Flex>
  ))
}
