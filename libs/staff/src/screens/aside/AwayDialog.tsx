import { Button, Dialog, Flex, Text } from '@helpdesk/ui'
import { formatDateTime } from '@helpdesk/ui/components/format-date'
import * as texts from './texts'

interface AwayProps {
  name: string
  since: string
  onAssign: () => void
  onClose: () => void
}

/** Asks before tickets are assigned to a colleague who is away. */
export const AwayDialog = (props: AwayProps) => (
  <Dialog title={texts.assignAway(props.name)} onClose={props.onClose}>
    <AwayQuestion {...props} />
  </Dialog>
)

/** {@link AwayDialog} within another dialog or popover. */
export const AwayQuestion = ({ name, since, onAssign, onClose }: AwayProps) => (
  <>
    <Text>{texts.awaySince(name, formatDateTime(since))}</Text>
    <Flex gap="2" justifyContent="flex-end" wrap="wrap">
      <Button onClick={onClose}>{texts.cancel}</Button>
      <Button variant="solid" onClick={onAssign}>
        {texts.assignAnyway}
      </Button>
    </Flex>
  </>
)
