import { useChangeTag } from '../api/change-tag'
import type { TagCount } from '../api/count-tags'
import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Dialog, Field, Flex, Input, Stack, Text, toast } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { newTagProblem, TAG_MAX } from './tag-rules'
import * as texts from './texts'

interface RenameTagDialogProps {
  tag: TagCount
  known: readonly TagCount[]
  onClose: () => void
}

/** Renames a tag on every ticket; renaming to an existing tag merges the two. */
export function RenameTagDialog({ tag, known, onClose }: RenameTagDialogProps) {
  const { mutate, isPending, error } = useChangeTag()
  const [name, setName] = useState(tag.tag)
  const [problem, setProblem] = useState<string | null>(null)
  const newTag = name.trim().replace(/\s+/g, ' ').toLowerCase()
  const other = known.find((each) => each.tag === newTag && each.tag !== tag.tag)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const found = newTagProblem(newTag, tag.tag)
    setProblem(found)
    if (found) return
    mutate(
      { tag: tag.tag, newTag },
      {
        onSuccess: (changed) => {
          toast({
            type: 'success',
            title: texts.tagRenamed,
            description: texts.tagRenamedText(changed, newTag),
          })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title={texts.renameTag(tag.tag)} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="4">
          <Field label={texts.newName} error={problem ?? undefined} hint={texts.renameHint(tag.tickets)}>
            <Input
              autoFocus
              autoComplete="off"
              maxLength={TAG_MAX}
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                setProblem(null)
              }}
            />
          </Field>
          {other && <Text tone="muted">{texts.mergeHint(other.tag, other.tickets)}</Text>}
          {error && <Alert title={texts.renameFailed}>{failureText(error)}</Alert>}
          <Flex gap="2" justifyContent="flex-end">
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button type="submit" variant="solid" loading={isPending} loadingText={texts.renaming}>
              {texts.rename}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Dialog>
  )
}
