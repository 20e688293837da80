import { useChangeTag } from '../api/change-tag'
import type { TagCount } from '../api/count-tags'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Dialog, Flex, Text, toast } from '@helpdesk/ui'
import * as texts from './texts'

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
            title: texts.tagDeleted,
            description: texts.tagDeletedText(changed),
          })
          onClose()
        },
      },
    )
  return (
    <Dialog title={texts.deleteQuestion(tag.tag)} onClose={onClose} lightDismiss>
      <Text>{texts.deleteText(tag.tickets)}</Text>
      {error && <Alert title={texts.deleteFailed}>{failureText(error)}</Alert>}
      <Flex gap="2" justifyContent="flex-end">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="danger" loading={isPending} loadingText={texts.deleting} onClick={remove}>
          {texts.deleteFrom(tag.tickets)}
        </Button>
      </Flex>
    </Dialog>
  )
}
