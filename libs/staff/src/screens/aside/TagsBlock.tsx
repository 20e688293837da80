import { Button, chakra, CloseIcon, Field, Flex, Input, Text, toast } from '@helpdesk/ui'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useTags } from '../../api/list-tags'
import { useManageTicket } from '../../api/manage-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { addTags } from '../../model/tags'
import { Section } from './Section'

/** Shows the ticket's tags, with controls to remove and add them. Suggests tags in use. */
export function TagsBlock({ ticket, mayChange }: { ticket: Ticket; mayChange: boolean }) {
  const manage = useManageTicket(ticket.id)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [suggest, setSuggest] = useState(false)
  const suggestions = useTags(suggest)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const tags = ticket.tags ?? []
  useProvideTicketCommands(mayChange ? { addTag: () => input.current?.focus() } : {})

  const save = (next: string[]) =>
    manage.mutate(
      { change: { tags: next.length > 0 ? next : null } },
      {
        onError: (error) =>
          toast({ type: 'error', title: 'Tags not changed', description: failureText(error) }),
      },
    )

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { tags: next, error } = addTags(tags, text)
    setProblem(error ?? undefined)
    if (error) return
    setText('')
    if (next.length > tags.length) save(next)
  }

  return (
    <Section title="Tags">
      {tags.length === 0 && !mayChange && <Text tone="muted">None</Text>}
      <Flex as="ul" listStyleType="none" wrap="wrap" gap="1.5">
        {tags.map((tag) => (
          <Tag key={tag}>
            {tag}
            {mayChange && (
              <Remove
                type="button"
                data-series=""
                aria-label={`Remove tag ${tag}`}
                onClick={({ currentTarget }) => {
                  // The button disappears with its tag, so the focus moves to a neighbour.
                  const item = currentTarget.closest('li')
                  const beside = item?.nextElementSibling ?? item?.previousElementSibling
                  const next = beside?.querySelector('button') ?? input.current
                  next?.focus()
                  save(tags.filter((each) => each !== tag))
                }}
              >
                <CloseIcon size={12} />
              </Remove>
            )}
          </Tag>
        ))}
      </Flex>
      {mayChange && (
        <form onSubmit={onSubmit} noValidate>
          <Flex gap="2" marginTop={tags.length > 0 ? '2' : '0'} alignItems="flex-start">
            <Field label="Add a tag" hideLabel error={problem}>
              <Input
                ref={input}
                placeholder="Add a tag"
                size="sm"
                list={listId}
                autoComplete="off"
                value={text}
                onFocus={() => setSuggest(true)}
                onChange={({ target }) => {
                  setText(target.value)
                  setProblem(undefined)
                }}
              />
            </Field>
            <Button type="submit" size="sm" disabled={!text.trim()}>
              Add
            </Button>
          </Flex>
          <datalist id={listId}>
            {suggestions.data
              ?.filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </form>
      )}
    </Section>
  )
}

const Tag = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    bg: 'bg.muted',
    borderRadius: 'sm',
    px: '2',
    minHeight: '6',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
  },
})
const Remove = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '6',
    height: '6',
    marginEnd: '-1.5',
    borderRadius: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { color: 'fg', bg: 'bg.emphasized' },
  },
})
