import { Button, Flex, Text } from '@helpdesk/ui'
import * as texts from './texts'

/** Above a form that shows a draft: says so, and discards it. */
export function RestoredForm({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Flex alignItems="center" columnGap="3" wrap="wrap">
      <Text role="status" tone="muted" fontSize="sm" flex="1">
        {texts.restored}
      </Text>
      <Button variant="ghost" size="sm" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </Flex>
  )
}
