import { Alert, Button, excessOf, Field, Flex, Stack, Textarea } from '@helpdesk/ui'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useUpdateComment } from '../../api/update-comment'
import { COMMENT_MAX } from '../../model/comment-rules'
import { failureText } from '../../model/errors'
import { hasComment } from '../../model/forms'
import type { TicketComment } from '../../model/rows'
import * as texts from './texts'

interface CommentEditProps {
  comment: TicketComment
  onDone: () => void
}

/** Edits one of the user's comments. Escape and Cancel discard the edit; a refusal keeps the text. */
export function CommentEdit({ comment, onDone }: CommentEditProps) {
  const [text, setText] = useState(comment.content)
  const update = useUpdateComment(comment.ticket_id)
  const box = useRef<HTMLTextAreaElement>(null)
  const canSave = hasComment(text) && excessOf(text, COMMENT_MAX) === 0

  // Browsers place the caret before the text; editing starts at its end.
  useEffect(() => {
    const end = box.current?.value.length ?? 0
    box.current?.setSelectionRange(end, end)
  }, [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!canSave || update.isPending) return
    if (text.trim() === comment.content) onDone()
    else update.mutate({ id: comment.id, content: text }, { onSuccess: onDone })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSubmit(event)
  }

  return (
    <Stack as="form" gap="2" onSubmit={onSubmit}>
      <Field label={texts.editComment} hideLabel>
        <Textarea
          ref={box}
          autoFocus
          rows={Math.min(10, Math.max(3, comment.content.split('\n').length))}
          maxLength={COMMENT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {update.error && <Alert>{failureText(update.error)}</Alert>}
      <Flex gap="2">
        <Button
          type="submit"
          size="sm"
          variant="solid"
          disabled={!canSave}
          loading={update.isPending}
          loadingText={texts.saving}
        >
          {texts.save}
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          {texts.cancel}
        </Button>
      </Flex>
    </Stack>
  )
}
