import { useAuth } from '@helpdesk/auth'
import { Button, Field, Flex, SendIcon, Textarea, toast } from '@helpdesk/ui'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useAddComment } from '../../data-access/add-comment'
import { failureToasts } from '../../model/errors'
import { hasComment } from '../../model/forms'

/** Where the next public comment is written. What could not be sent stays in the box. */
export function CommentBox({ ticketId }: { ticketId: string }) {
  const { user } = useAuth()
  const [text, setText] = useState('')
  const add = useAddComment(ticketId)
  const canSend = hasComment(text) && !add.isPending && user !== null

  function send() {
    if (!canSend) return
    setText('')
    add.mutate(
      { content: text },
      {
        onSuccess: () =>
          toast({
            type: 'success',
            title: 'Comment added',
            description: 'Your comment has been added successfully.',
          }),
        onError: () => {
          setText((since) => since || text)
          toast({ type: 'error', ...failureToasts.comment })
        },
      },
    )
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
  }

  return (
    <form onSubmit={onSubmit}>
      <Field label="Comment" hideLabel>
        <Textarea
          placeholder="Add a comment..."
          rows={3}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Flex justifyContent="flex-end" marginTop="2">
        <Button type="submit" variant="solid" disabled={!canSend} loading={add.isPending}>
          {!add.isPending && <SendIcon size={14} />}
          Send
        </Button>
      </Flex>
    </form>
  )
}
