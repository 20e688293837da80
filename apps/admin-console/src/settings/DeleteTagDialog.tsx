import { useChangeTag } from '../api/change-tag'
import type { TagCount } from '../api/count-tags'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Dialog, Flex, Text, toast } from '@helpdesk/ui'
import { ticketCount } from './tag-rules'

/** Asks before removing a tag from every ticket, which cannot be undone. */
export function DeleteTagDialog({ tag, onClose }: { tag: TagCount; onClose: () => void }) {
  const { mutate, isPending, error } = useChangeTag()
  const remove = () =>
    mutate(
      { tag: tag.tag },
      {
        onSuccess: (changed) => {
          toast({
            type: 'success',
            title: 'Tag deleted',
            description: `Removed from ${ticketCount(changed)}.`,
          })
          onClose()
        },
      },
    )
  return (
    <Dialog title={`Delete ${tag.tag}?`} onClose={onClose} lightDismiss>
      <Text>This removes the tag from {ticketCount(tag.tickets)}. You cannot undo this.</Text>
      {error && <Alert title="The tag could not be deleted">{failureText(error)}</Alert>}
      <Flex gap="2" justifyContent="flex-end">
        <Button onClick={onClose}>Keep</Button>
        <Button variant="danger" loading={isPending} loadingText="Deleting..." onClick={remove}>
          Delete from {ticketCount(tag.tickets)}
        </Button>
      </Flex>
    </Dialog>
  )
}
