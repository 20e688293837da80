import { Button, Field, Flex, Input } from '@helpdesk/ui'
import { useState, type KeyboardEvent } from 'react'
import { safeHref } from '../model/autolinks'
import * as texts from './texts'

export interface EditedLink {
  from: number
  to: number
  href: string
}

interface LinkFormProps {
  link: EditedLink
  /** Takes the address; null removes the link, undefined leaves it. */
  onDone: (href: string | null | undefined) => void
}

/** An address as it is typed: `example.com` is one as well. */
const addressOf = (typed: string): string | null => {
  const address = typed.trim()
  const full = /^[a-z]+:/i.test(address)
    ? address
    : /^[^\s@/]+@[^\s@/]+$/.test(address)
      ? `mailto:${address}`
      : `https://${address}`
  return address === '' ? null : safeHref(full)
}

/** Asks for the address of a link. */
export function LinkForm({ link, onDone }: LinkFormProps) {
  const [typed, setTyped] = useState(link.href)
  const [problem, setProblem] = useState<string>()

  function apply() {
    const href = addressOf(typed)
    if (href) onDone(href)
    else setProblem(texts.noAddress)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    // The ticket behind it is not left, and nothing is sent.
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else onDone(undefined)
  }

  return (
    <Flex gap="2" alignItems="flex-start" wrap="wrap" paddingX="3" paddingBottom="2" onKeyDown={onKeyDown}>
      <div style={{ flex: '1 1 12rem', minWidth: 0 }}>
        <Field label={texts.address} hideLabel error={problem}>
          <Input
            autoFocus
            inputMode="url"
            placeholder={texts.addressPlaceholder}
            value={typed}
            onChange={({ target }) => {
              setProblem(undefined)
              setTyped(target.value)
            }}
          />
        </Field>
      </div>
      <Button size="sm" variant="solid" onClick={apply}>
        {texts.setLink}
      </Button>
      {link.href !== '' && (
        <Button size="sm" onClick={() => onDone(null)}>
          {texts.removeLink}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => onDone(undefined)}>
        {texts.cancel}
      </Button>
    </Flex>
  )
}
